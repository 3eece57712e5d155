/** Invented data for the page of parts. */
import type { Address, Hash } from '../../core/chain/primitives';

export const NETWORKS = [
  { value: 1, label: 'Ethereum', note: '1' },
  { value: 10, label: 'Optimism', note: '10' },
  { value: 8453, label: 'Base', note: '8453' },
  { value: 42161, label: 'Arbitrum One', note: '42161' },
  ...Array.from({ length: 300 }, (_, index) => ({
    value: 700_000 + index,
    label: `Rollup ${index}`,
    note: String(700_000 + index),
  })),
];

export const ALICE = `0x${'709979'.repeat(6)}79c8` as Address;
export const VAULT = `0x${'8c1d4e'.repeat(6)}07fa` as Address;

export type Transfer = {
  hash: Hash;
  status: 'success' | 'failed' | 'pending';
  from: Address;
  function: string;
  block: number;
  gas: number;
  time: number;
};

const FUNCTIONS = ['swapExactTokens', 'transfer', 'claim', 'delegatorBondMore', 'redeem'];
const NOW = Date.now();

export function transfers(count: number): readonly Transfer[] {
  return Array.from({ length: count }, (_, index) => ({
    hash: `0x${(index + 4096).toString(16).padStart(64, 'c3')}` as Hash,
    status: index % 9 === 3 ? 'failed' : index === 0 ? 'pending' : 'success',
    from: index % 3 === 0 ? ALICE : VAULT,
    function: FUNCTIONS[index % FUNCTIONS.length] ?? 'transfer',
    block: 18_412_893 - index * 7,
    gas: 21_000 + ((index * 7_919) % 180_000),
    time: NOW - index * 61_000,
  }));
}

const DAY = 86_400_000;
export const DAILY = Array.from({ length: 30 }, (_, day) => ({
  time: Date.UTC(2026, 9, 24) + day * DAY,
  value: Math.round(40_000 + 9_000 * Math.sin(day / 3) + ((day * 733) % 4_000)) * (day === 29 ? 0.4 : 1),
}));
