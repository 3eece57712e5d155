#!/usr/bin/env node
// The compiler's command line as forge uses it, over the compiler from npm at SOLC.
const { readFileSync } = require('node:fs');
const solc = require(process.env.SOLC);

if (process.argv.includes('--version')) {
  console.log(
    `solc, the solidity compiler commandline interface\nVersion: ${solc.version().replace('Emscripten.clang', 'Linux.g++')}`,
  );
} else {
  process.stdout.write(solc.compile(readFileSync(0, 'utf8')));
}
