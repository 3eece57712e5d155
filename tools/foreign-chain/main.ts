/**
 * `npx tsx tools/foreign-chain/main.ts [--chain-id N] [--port N]`: starts the
 * foreign chain, prints the truth of its transactions as JSON and keeps the
 * node running until Ctrl-C. The build output to import is in the folder named.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startForeignChain } from './chain';

const { values } = parseArgs({ options: { 'chain-id': { type: 'string' }, port: { type: 'string' } } });
const { node, builds, truth } = await startForeignChain(Number(values['chain-id'] ?? 31337), Number(values.port ?? 0));
const folder = resolve(import.meta.dirname, '../../.cache/foreign-chain/build-info');
mkdirSync(folder, { recursive: true });
for (const build of builds) writeFileSync(join(folder, `${build.id}.json`), JSON.stringify(build));
process.stdout.write(`${JSON.stringify(truth, undefined, 2)}\n`);
process.stderr.write(`Node          ${node.rpcUrl}\nBuild output  ${folder}\nCtrl-C ends it.\n`);
