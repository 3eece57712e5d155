/** The demo that `npm start` brought up for all specs of a run. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { defaultCacheFolder, type Manifest } from '../../../devnet/demo-chain';
import type { TransactionName } from '../../../devnet/names';

/** What is known of it from what it printed. */
export type Printed = { url: string; rpcUrl: string; links: { name: string; url: string }[] };

export type Demo = Printed & {
  hashOf(name: TransactionName): string;
  addressOf(contract: string): string;
  /** Hardhat build output of the demo contracts, as JSON text. */
  buildOutput: string;
};

const VARIABLE = 'LOUPE_E2E_DEMO';

export function announceDemo(printed: Printed): void {
  process.env[VARIABLE] = JSON.stringify(printed);
}

/** In a worker: the demo the global setup started. */
export function readDemo(): Demo {
  const manifest = JSON.parse(readFileSync(join(defaultCacheFolder, 'manifest.json'), 'utf8')) as Manifest;
  const hashes = new Map<string, string>(manifest.transactions.map(({ name, hash }) => [name, hash]));
  return {
    ...(JSON.parse(process.env[VARIABLE] ?? '') as Printed),
    hashOf: (name) => known(hashes.get(name), name),
    addressOf: (contract) => known(manifest.contracts[contract], contract),
    buildOutput: readFileSync(join(defaultCacheFolder, 'build-output.json'), 'utf8'),
  };
}

function known(value: string | undefined, name: string): string {
  if (value === undefined) throw new Error(`The demo chain has no ${name}.`);
  return value;
}
