// What the smokes in JavaScript have in common.
const fs = require('node:fs');

const [host, port] = process.env.SLUICE_SERVER.split(':');
let failures = 0;

// Prints a line about one check.
async function check(what, work) {
  try {
    await work();
    console.log('ok   ', what);
  } catch (error) {
    failures += 1;
    console.log('WRONG', `${what}: ${error.message}`);
  }
}

module.exports = {
  host,
  port: Number(port),
  password: process.env.SLUICE_PASSWORD,
  // tedious' options of encryption; the certificate is trusted, and no other.
  encryption: {
    encrypt: { no: false, yes: true, strict: 'strict' }[process.env.SLUICE_ENCRYPT],
    trustServerCertificate: false,
    cryptoCredentialsDetails: { ca: fs.readFileSync(process.env.SLUICE_CERTIFICATE) },
    serverName: 'localhost',
  },
  check,
  // Ends the program as its checks went.
  end: () => process.exit(failures > 0 ? 1 : 0),
};
