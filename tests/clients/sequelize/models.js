// Customers and their orders, with columns of enumerated types.
'use strict';

const { DataTypes, Sequelize } = require('sequelize');

/** The states of a later version come between those of the first and after them. */
const STATES = { first: ['new', 'active', 'closed'], later: ['new', 'asked', 'active', 'closed', 'gone'] };

exports.connect = (version) => {
  const { PGHOST, PGPORT, PGUSER, PGDATABASE } = process.env;
  const sequelize = new Sequelize(PGDATABASE, PGUSER, '', {
    host: PGHOST,
    port: PGPORT,
    dialect: 'postgres',
    logging: process.env.SHOW_SQL ? console.error : false,
    define: { timestamps: false },
  });
  const columns = {
    id: { type: DataTypes.BIGINT, primaryKey: true },
    name: { type: DataTypes.STRING(40), allowNull: false },
    state: { type: DataTypes.ENUM(...STATES[version]), allowNull: false, defaultValue: 'new' },
  };
  if (version === 'later') {
    columns.size = { type: DataTypes.ENUM('small', 'large'), allowNull: false, defaultValue: 'small' };
  }
  sequelize.define('customer', columns);
  sequelize.define('order', {
    customerId: { type: DataTypes.BIGINT, primaryKey: true },
    number: { type: DataTypes.INTEGER, primaryKey: true },
    kind: { type: DataTypes.ENUM('by post', "customer's own"), allowNull: false },
    amount: { type: DataTypes.DECIMAL(10, 2), allowNull: false },
    details: DataTypes.JSONB,
  });
  sequelize.define('note', {
    text: DataTypes.TEXT,
    tone: DataTypes.ENUM('low', 'high'),
    moods: DataTypes.ARRAY(DataTypes.ENUM('sad', 'ok', 'glad')),
  });
  const { customer, order } = sequelize.models;
  customer.hasMany(order, { foreignKey: 'customerId' });
  order.belongsTo(customer, { foreignKey: 'customerId' });
  return sequelize;
};
