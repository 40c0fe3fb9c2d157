// node-postgres, with pg-cursor and pg-copy-streams.
'use strict';

const { pipeline } = require('node:stream/promises');
const { Readable } = require('node:stream');
const pg = require('pg');
const Cursor = require('pg-cursor');
const copies = require('pg-copy-streams');
const { NotOffered, main } = require('./behaviours');

class Driver {
  constructor(url) {
    this.url = url;
    this.client = new pg.Client(url);
    this.depth = 0;
  }

  async close() {
    await this.client.end();
  }

  async query(text, values, binary) {
    if (binary) {
      // It can ask for values in binary, but reads few types of them.
      throw new NotOffered();
    }
    if (values.length === 0) {
      // Without values it uses the simple protocol.
      return answer(await this.client.query({ text, rowMode: 'array' }));
    }
    // With a name it is prepared once and stays.
    const name = text.slice(0, 50);
    return answer(await this.client.query({ name, text, values, rowMode: 'array' }));
  }

  async *stream(sql, rows) {
    const cursor = this.client.query(new Cursor(sql, [], { rowMode: 'array' }));
    try {
      for (let part = await cursor.read(rows); part.length > 0; part = await cursor.read(rows)) {
        yield* part;
      }
    } finally {
      await cursor.close();
    }
  }

  async copyIn(sql, data) {
    const copy = this.client.query(copies.from(sql));
    await pipeline(Readable.from([data.subarray(0, 9), data.subarray(9)]), copy);
    return copy.rowCount;
  }

  async copyOut(sql) {
    const parts = [];
    for await (const part of this.client.query(copies.to(sql))) {
      parts.push(part);
    }
    return Buffer.concat(parts);
  }

  async cancel(sql) {
    const statement = this.client.query(sql);
    const settled = statement.then(() => {}, (failure) => failure);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const other = new pg.Client(this.url);
    await new Promise((resolve) => {
      other.connection.once('end', resolve);
      other.cancel(this.client, this.client._getActiveQuery());
    });
    const failure = await settled;
    if (failure) {
      throw failure;
    }
  }

  async transaction(commit, body) {
    const point = `point${this.depth}`;
    await this.client.query(this.depth === 0 ? 'BEGIN' : `SAVEPOINT ${point}`);
    this.depth++;
    await body();
    this.depth--;
    const end = commit ? (this.depth === 0 ? 'COMMIT' : `RELEASE SAVEPOINT ${point}`)
      : (this.depth === 0 ? 'ROLLBACK' : `ROLLBACK TO SAVEPOINT ${point}`);
    const done = await this.client.query(end);
    console.log(done.command);
  }

  async batch() {
    throw new NotOffered();
  }

  // It keeps the queries, and sends each when the one before has been answered.
  async pipeline(queries) {
    const sent = queries.map(([text, values]) =>
      this.client.query({ text, values, rowMode: 'array' }));
    const settled = await Promise.allSettled(sent);
    return settled.map((one) => (one.status === 'fulfilled' ? answer(one.value) : one.reason));
  }

  async notices(sql) {
    const messages = [];
    this.client.on('notice', (notice) => messages.push(`${notice.severity} ${notice.message}`));
    await this.client.query(sql);
    return messages;
  }

  error(failure) {
    // Not "where", to which Argosy adds the node.
    const { code, message, detail, hint, position, schema, table, constraint } = failure;
    return JSON.stringify({ code, message, detail, hint, position, schema, table, constraint });
  }
}

function answer(result) {
  return [[result.command, result.rowCount, ...result.fields.map((f) => f.name)], ...result.rows];
}

async function connect(url) {
  const driver = new Driver(url);
  await driver.client.connect();
  return driver;
}

main(`node-postgres ${require('pg/package.json').version}`, connect);
