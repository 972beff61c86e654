// Makes the template before the tests, or drops it: `npm test` runs this file before and after them.
import { batch, connect, read, TEMPLATE } from './clone.js';

const server = await connect('master');
await batch(server, `DROP DATABASE IF EXISTS ${TEMPLATE}`);
if (process.argv[2] === 'create') {
  await batch(server, `CREATE DATABASE ${TEMPLATE}`);
  await batch(server, `USE ${TEMPLATE}; ${read('schema.sql')} USE master;`);
}
await server.close();
