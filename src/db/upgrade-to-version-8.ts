/**
 * Upgrades to version 8: contracts and tokens are found by the words of their names. The types here are those of
 * versions 1 to 7.
 */
import type { Transaction } from 'dexie';
import type { NetworkId } from '../core/chain/primitives';
import { searchKeysOf } from './search-keys';

type Contract = {
  networkId: NetworkId;
  knowledge?: { name?: { text?: unknown }; token?: { symbol?: unknown } };
  searchKeys: string[];
};
type Token = {
  networkId: NetworkId;
  name?: unknown;
  symbol?: unknown;
  searchKeys: string[];
  symbolKey?: string;
  nameKey?: string;
};

export async function addSearchKeys(upgrading: Transaction): Promise<void> {
  await upgrading
    .table<Contract>('contracts')
    .toCollection()
    .modify((row) => {
      const { name, token } = row.knowledge ?? {};
      row.searchKeys = searchKeysOf(row.networkId, [textOf(name?.text), textOf(token?.symbol)]);
    });
  await upgrading
    .table<Token>('tokens')
    .toCollection()
    .modify((row) => {
      row.searchKeys = searchKeysOf(row.networkId, [textOf(row.symbol), textOf(row.name)]);
      delete row.symbolKey;
      delete row.nameKey;
    });
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
