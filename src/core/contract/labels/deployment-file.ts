/**
 * What tools write down of contracts that they deployed, read into labels.
 *
 *     Hardhat Ignition  ignition/deployments/chain-31337/deployed_addresses.json   { "Module#Token": "0x…" }
 *     forge script      broadcast/Deploy.s.sol/31337/run-latest.json               { chain, transactions: [{ contractName, contractAddress }] }
 */
import * as v from 'valibot';
import { bytesToString } from 'viem';
import { address, networkId } from '../../chain/file-fields';
import { type Fields, isFields, readList, readText } from '../../values/json-fields';
import { type Label, labelOf, MAX_LABEL_LENGTH } from './label';

/** Bytes; a deployment has some hundred contracts. */
const MAX_BYTES = 16 << 20;
const MAX_LABELS = 10_000;
const CHAIN = /(?:^|[/\\])chain-(\d{1,16})[/\\]/;

/** Returns the names of deployed contracts in a file, none where it is no such file. Ignition's says its chain in `path` alone. */
export function parseDeployments(path: string, bytes: Uint8Array): readonly Label[] {
  if (bytes.length > MAX_BYTES) return [];
  let file: unknown;
  try {
    file = JSON.parse(bytesToString(bytes));
  } catch {
    return [];
  }
  if (!isFields(file)) return [];
  return readIgnition(file, Number(CHAIN.exec(path)?.[1])) ?? readBroadcast(file);
}

function readIgnition(file: Fields, chain: number): readonly Label[] | undefined {
  const entries = Object.entries(file);
  if (entries.length === 0 || !entries.every(([id]) => id.includes('#'))) return undefined;
  return entries.slice(0, MAX_LABELS).flatMap(([id, at]) => labelFrom(chain, at, id.slice(id.indexOf('#') + 1)));
}

function readBroadcast({ chain, transactions }: Fields): readonly Label[] {
  return readList(transactions)
    .slice(0, MAX_LABELS)
    .filter(isFields)
    .filter(({ transactionType }) => /^CREATE2?$/.test(readText(transactionType)))
    .flatMap(({ contractName, contractAddress }) => labelFrom(chain, contractAddress, readText(contractName)));
}

function labelFrom(chain: unknown, at: unknown, text: string): Label[] {
  const [network, placed] = [v.safeParse(networkId, chain), v.safeParse(address, at)];
  const name = labelOf(text).slice(0, MAX_LABEL_LENGTH);
  if (!network.success || !placed.success || name === '') return [];
  return [{ networkId: network.output, address: placed.output, name }];
}
