// What Sequelize does with the models: PROGRAM COMMAND [VERSION], a JSON text for each answer.
'use strict';

const { DataTypes, Op, QueryTypes } = require('sequelize');
const { connect } = require('./models');

const show = (value) => console.log(JSON.stringify(value));
const byKey = { order: [['customerId', 'ASC'], ['number', 'ASC']] };

const commands = {
  async sync(sequelize) {
    await sequelize.sync();
  },

  /** Not the notes: it cannot alter arrays of enumerated types, of PostgreSQL's either. */
  async alter({ models: { customer, order } }) {
    await customer.sync({ alter: true });
    await order.sync({ alter: true });
  },

  async force(sequelize) {
    await sequelize.sync({ force: true });
  },

  async drop(sequelize) {
    await sequelize.drop({});
  },

  async describe(sequelize) {
    const tables = await sequelize.getQueryInterface().showAllTables();
    for (const table of tables.filter((name) => /^(customers|orders|notes)$/.test(name)).sort()) {
      show([table, await sequelize.getQueryInterface().describeTable(table)]);
    }
    show(
      await sequelize.query(
        `SELECT t.typname, e.enumlabel FROM pg_type t JOIN pg_enum e ON e.enumtypid = t.oid
         ORDER BY t.typname, e.enumsortorder`,
        { type: QueryTypes.SELECT },
      ),
    );
  },

  async create({ models: { customer, order, note } }) {
    show(await customer.create({ id: 1, name: 'first' }));
    await customer.bulkCreate([
      { id: 2, name: 'second', state: 'active' },
      { id: 3, name: 'third', state: 'closed' },
    ]);
    const orders = [];
    for (let number = 1; number <= 12; number++) {
      const kind = number % 2 ? 'by post' : "customer's own";
      orders.push({ customerId: 1 + (number % 3), number, kind, amount: number * 1.25, details: { number } });
    }
    show((await order.bulkCreate(orders, { returning: true })).length);
    show(await note.bulkCreate([{ text: 'one', tone: 'low', moods: ['sad', 'glad'] }, { text: 'two', moods: [] }]));
  },

  async find({ models: { customer, order, note } }) {
    show(await customer.findAll({ where: { state: ['new', 'active'] }, order: [['state', 'DESC'], 'id'] }));
    show(await customer.findAll({ include: order, order: [['id', 'ASC'], [order, 'number', 'ASC']] }));
    show(await order.findAndCountAll({ where: { kind: 'by post' }, limit: 2, ...byKey }));
    show(await order.findAll({ where: { 'details.number': 7 } }));
    show(
      await order.findAll({
        attributes: ['kind', [order.sequelize.fn('sum', order.sequelize.col('amount')), 'total']],
        group: ['kind'],
        order: ['kind'],
      }),
    );
    show(await note.findAll({ where: { moods: { [Op.contains]: ['sad'] } } }));
    show(await note.findAll({ order: ['id'] }));
  },

  async update({ models: { customer, order, note } }) {
    show(await customer.update({ state: 'closed' }, { where: { state: 'active' }, returning: true }));
    show(await order.increment({ amount: 1 }, { where: { customerId: 1, number: 3 } }));
    const found = await note.findByPk(2);
    found.moods = ['ok'];
    show(await found.save());
    show(await order.findAll(byKey));
  },

  async upsert({ models: { customer } }) {
    show(await customer.upsert({ id: 2, name: 'second again', state: 'new' }));
    show(await customer.upsert({ id: 4, name: 'fourth' }));
    show(
      await customer.bulkCreate([{ id: 4, name: 'fourth again' }, { id: 5, name: 'fifth' }], {
        updateOnDuplicate: ['name'],
      }),
    );
    show(await customer.bulkCreate([{ id: 5, name: 'none' }], { ignoreDuplicates: true }));
    show(await customer.findAll({ order: ['id'] }));
  },

  /** Creates in a function of its own that lives as long as the session, to catch what is there. */
  async findOrCreate({ models: { customer } }) {
    show(await customer.findOrCreate({ where: { id: 1 }, defaults: { name: 'not needed' } }));
    show(await customer.findOrCreate({ where: { id: 6 }, defaults: { name: 'sixth' } }));
  },

  async findCreateFind({ models: { customer } }) {
    show(await customer.findCreateFind({ where: { id: 1 }, defaults: { name: 'not needed' } }));
    show(await customer.findCreateFind({ where: { id: 7 }, defaults: { name: 'seventh' } }));
  },

  async transaction(sequelize) {
    const { customer, order } = sequelize.models;
    await sequelize.transaction(async (transaction) => {
      const lock = transaction.LOCK.UPDATE;
      const rows = await order.findAll({ limit: 3, lock, skipLocked: true, transaction, ...byKey });
      show(rows);
      await sequelize.transaction({ transaction }, async (nested) => {
        await customer.update({ name: 'renamed' }, { where: { id: 3 }, transaction: nested });
      });
    });
    try {
      await sequelize.transaction(async (transaction) => {
        await order.destroy({ where: {}, transaction });
        throw new Error('undone');
      });
    } catch (error) {
      show(error.message);
    }
    show([await order.count(), await customer.findByPk(3)]);
  },

  /** Values that the types or keys do not allow. */
  async wrong({ models: { customer, order, note } }) {
    const attempts = [
      () => customer.create({ id: 9, name: 'ninth', state: 'unknown' }),
      () => customer.create({ id: 1, name: 'first again' }),
      () => customer.create({ id: 9 }),
      () => note.update({ moods: ['unknown'] }, { where: { id: 1 }, validate: false }),
      () => order.create({ customerId: 99, number: 1, kind: 'by post', amount: 1 }),
      () => customer.findAll({ where: { state: 'unknown' } }),
    ];
    for (const attempt of attempts) {
      try {
        show(['done', await attempt()]);
      } catch (error) {
        show([error.name, error.message, error.parent && error.parent.code]);
      }
    }
  },

  /** What migrations call. */
  async migrate(sequelize) {
    const changes = sequelize.getQueryInterface();
    await changes.addColumn('orders', 'kept', { type: DataTypes.ENUM('here', 'there'), defaultValue: 'here' });
    await changes.addColumn('orders', 'state', DataTypes.TEXT);
    await changes.sequelize.query("UPDATE orders SET state = 'sent' WHERE number < 4");
    await changes.sequelize.query("UPDATE orders SET state = 'open' WHERE state IS NULL");
    await changes.changeColumn('orders', 'state', {
      type: DataTypes.ENUM('open', 'packed', 'sent'),
      allowNull: false,
    });
    await changes.addIndex('orders', ['customerId', 'state'], { name: 'orders_by_state' });
    await changes.addConstraint('orders', {
      fields: ['amount'],
      type: 'check',
      where: { amount: { [Op.gt]: 0 } },
      name: 'orders_cost',
    });
    await changes.renameColumn('orders', 'state', 'progress');
    show(await changes.describeTable('orders'));
    show((await changes.showIndex('orders')).map((index) => [index.name, index.definition]));
    await changes.removeConstraint('orders', 'orders_cost');
    await changes.removeIndex('orders', 'orders_by_state');
    await changes.removeColumn('orders', 'progress');
    await changes.removeColumn('orders', 'kept');
    await changes.dropEnum('enum_orders_state');
    await changes.dropEnum('enum_orders_kept');
  },

  async destroy({ models: { customer, order } }) {
    show(await order.destroy({ where: { kind: 'by post' } }));
    show(await customer.destroy({ where: { id: 3 } }));
    show([await customer.count(), await order.count()]);
  },
};

async function main(command, version = 'first') {
  const sequelize = connect(version);
  try {
    await commands[command](sequelize);
  } catch (error) {
    const parent = error.parent || {};
    console.error([error.name, parent.code, error.message].filter(Boolean).join(': '));
    console.error(parent.hint || 'no hint');
    process.exitCode = 1;
  } finally {
    await sequelize.close();
  }
}

main(...process.argv.slice(2));
