// One clone of the template for each file of tests, one revert for each test.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { after, afterEach, before } from 'node:test';
import sql from 'mssql';

export const TEMPLATE = 'TestTemplate';
// How a test's changes are undone: revert or delete.
export const RESET = process.env.RESET ?? 'revert';

export const read = (name) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
export const batch = (pool, text) => pool.request().batch(text);

export function connect(database, pool = {}) {
  const [server, port] = (process.env.SLUICE_SERVER ?? '127.0.0.1:1433').split(':');
  const options = { trustServerCertificate: true, serverName: 'localhost' };
  const password = process.env.MSSQL_SA_PASSWORD;
  return new sql.ConnectionPool({ server, port: Number(port), user: 'sa', password, database, options, pool }).connect();
}

// The file's own database. The hooks below make it before the tests, reset it after each, and drop it at the end.
export class Clone {
  #server;
  #resets = [];

  constructor(file) {
    this.name = `Test_${basename(file, '.test.js')}`;
    before(() => this.#create());
    afterEach(async () => {
      // A transaction that the test left open on this connection would fail the next test with 3971.
      await batch(this.session, 'IF @@TRANCOUNT > 0 ROLLBACK');
      await this.reset();
    });
    after(() => this.#drop());
  }

  async #create() {
    this.#server = await connect('master');
    await batch(this.#server, `DROP DATABASE IF EXISTS ${this.name}_clean, ${this.name}`);
    await batch(this.#server, `CREATE DATABASE ${this.name} AS COPY OF ${TEMPLATE}`);
    await batch(this.#server, `CREATE DATABASE ${this.name}_clean
      ON (NAME = ${TEMPLATE}, FILENAME = '${this.name}.ss') AS SNAPSHOT OF ${this.name}`);
    // The application's pool of connections, and one connection with a state. Both stay open over the resets.
    this.pool = await connect(this.name);
    this.session = await connect(this.name, { min: 1, max: 1 });
  }

  // Makes the clone what the template is.
  async reset() {
    const began = performance.now();
    await batch(this.#server, RESET === 'delete'
      ? `USE ${this.name}; ${read('delete.sql')} USE master;`
      : `RESTORE DATABASE ${this.name} FROM DATABASE_SNAPSHOT = '${this.name}_clean' WITH KEEP_CONNECTIONS`);
    this.#resets.push(performance.now() - began);
  }

  async #drop() {
    await Promise.all([this.pool.close(), this.session.close()]);
    // The server may not have noticed yet that the connections are closed.
    await batch(this.#server, `ALTER DATABASE ${this.name} SET SINGLE_USER WITH ROLLBACK IMMEDIATE`);
    await batch(this.#server, `DROP DATABASE ${this.name}_clean, ${this.name}`);
    await this.#server.close();
    const times = this.#resets.sort((a, b) => a - b);
    const part = (share) => times[Math.floor(times.length * share)].toFixed(2);
    console.log(`${this.name}: ${times.length} resets by ${RESET}: p50 ${part(0.5)} ms, p99 ${part(0.99)} ms`);
  }
}
