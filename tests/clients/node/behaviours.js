// The behaviours of ../behaviours.json, for any driver of Node.js; as python/behaviours.py.
'use strict';

const fs = require('node:fs');
const util = require('node:util');

class NotOffered extends Error {}

const PARSERS = {
  bytea: (text) => Buffer.from(text, 'hex'),
  timestamptz: (text) => new Date(text),
};

function value(described) {
  const [[kind, literal]] = Object.entries(described);
  const parse = PARSERS[kind];
  return parse && literal !== null ? parse(literal) : literal;
}

const parameters = (step) => (step.parameters || []).map(value);

const shown = (row) => util.inspect(row, { breakLength: Infinity, depth: 5, maxArrayLength: 50 });

class Run {
  constructor(driver, binary) {
    this.driver = driver;
    this.binary = binary;
  }

  async steps(steps) {
    for (const step of steps) {
      for (let time = 0; time < (step.times || 1); time++) {
        await this.step(step);
      }
    }
  }

  async step(step) {
    try {
      for (const line of await this.observe(step)) {
        console.log(line);
      }
    } catch (failure) {
      if (failure instanceof NotOffered) {
        throw failure;
      }
      console.log('error', this.driver.error(failure));
    }
  }

  async observe(step) {
    if (step.query) {
      return this.lines(await this.driver.query(step.query, parameters(step), this.binary));
    }
    if (step.stream) {
      return this.stream(step.stream, step.rows, step.until);
    }
    if (step['copy in']) {
      return [await this.driver.copyIn(step['copy in'], Buffer.from(step.data))];
    }
    if (step['copy out']) {
      const lines = (await this.driver.copyOut(step['copy out'])).toString().trimEnd().split('\n');
      return [...lines.sort().filter((_, place) => place % 100 === 0), `${lines.length} lines`];
    }
    if (step.cancel) {
      await this.driver.cancel(step.cancel);
      return ['not cancelled'];
    }
    if (step.batch) {
      await this.driver.batch(
        step.batch, step.parameters.map((row) => row.map(value)));
      return ['done'];
    }
    if (step.pipeline) {
      const queries = step.pipeline.map((query) => [query.query, parameters(query)]);
      return (await this.driver.pipeline(queries)).flatMap((answer) => this.lines(answer));
    }
    if (step.notices) {
      return this.driver.notices(step.notices);
    }
    if (step.transaction) {
      await this.driver.transaction(
        step.transaction === 'commit', () => this.steps(step.steps));
      return [step.transaction];
    }
    throw new Error(`unknown step ${JSON.stringify(step)}`);
  }

  lines(answer) {
    return answer instanceof Error ? [`error ${this.driver.error(answer)}`] : answer.map(shown);
  }

  async stream(sql, rows, until) {
    let count = 0;
    let total = 0;
    for await (const row of this.driver.stream(sql, rows)) {
      count++;
      total += Number(row[0]);
      if (count === until) {
        break;
      }
    }
    return [`${count} rows, ${total} in all`];
  }
}

async function main(name, connect) {
  console.log(name);
  const [, , file, url] = process.argv;
  for (const behaviour of JSON.parse(fs.readFileSync(file, 'utf8'))) {
    console.log('==', behaviour.behaviour);
    const driver = await connect(url);
    try {
      await new Run(driver, behaviour.format === 'binary').steps(behaviour.steps);
    } catch (failure) {
      if (!(failure instanceof NotOffered)) {
        throw failure;
      }
      console.log('not offered');
    } finally {
      await driver.close();
    }
  }
}

module.exports = { NotOffered, main };
