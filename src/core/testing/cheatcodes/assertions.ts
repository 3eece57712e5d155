/** Assertions, declared once for each comparison and type. */

import { checksumAddress } from '../../chain/address';
import type { Address } from '../../chain/primitives';
import { CheatError } from '../cheats/cheat-error';
import { formatUnits } from '../cheats/console-lines';
import type { Vm } from '../cheats/vm';
import { VM_ADDRESS } from '../cheats/vm';
import type { Cheatcode } from './cheatcode';

const FAILED = 'assertion failed';
const WORD = 1n << 256n;
/** `failed` as bytes32: the slot by which a failure that does not revert is known. */
const FAILED_SLOT = BigInt(`0x${'6661696c6564'.padEnd(64, '0')}`);

function fail(vm: Vm, given: unknown, detail: string): void {
  const message = `${given === undefined ? FAILED : String(given)}${detail === '' ? '' : `: ${detail}`}`;
  if (vm.project.settings.assertionsRevert) throw new CheatError(message);
  vm.setSlot(vm.account(VM_ADDRESS), FAILED_SLOT, 1n);
  vm.kept.hasFailed = true;
}

type Compare = { name: string; holds(a: unknown, b: unknown): boolean; shown: string };

const order = (test: (a: bigint, b: bigint) => boolean) => (a: unknown, b: unknown) => test(a as bigint, b as bigint);
const EQUALITIES: readonly Compare[] = [
  { name: 'assertEq', holds: isSame, shown: '!=' },
  { name: 'assertNotEq', holds: (a, b) => !isSame(a, b), shown: '==' },
];
const ORDERS: readonly Compare[] = [
  { name: 'assertGt', holds: order((a, b) => a > b), shown: '<=' },
  { name: 'assertGe', holds: order((a, b) => a >= b), shown: '<' },
  { name: 'assertLt', holds: order((a, b) => a < b), shown: '>=' },
  { name: 'assertLe', holds: order((a, b) => a <= b), shown: '>' },
];

function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, at) => isSame(item, b[at]));
  return a === b;
}

function show(value: unknown, type: string): string {
  if (Array.isArray(value)) return `[${value.map((item) => show(item, type.slice(0, -2))).join(', ')}]`;
  return type === 'address' ? checksumAddress(String(value).toLowerCase() as Address) : String(value);
}

const ASSERTED: Record<string, Cheatcode> = {};

function declare(
  name: string,
  types: readonly string[],
  run: (vm: Vm, args: readonly unknown[], message: unknown) => void,
): void {
  const checked = (vm: Vm, args: readonly unknown[]) => run(vm, args, args[types.length]);
  ASSERTED[`${name}(${types.join()})`] = checked;
  ASSERTED[`${name}(${[...types, 'string'].join()})`] = checked;
}

for (const { name, holds, shown } of [...EQUALITIES, ...ORDERS]) {
  const single = EQUALITIES.some((one) => one.name === name)
    ? ['bool', 'uint256', 'int256', 'address', 'bytes32', 'string', 'bytes']
    : ['uint256', 'int256'];
  const types = single.length > 2 ? single.flatMap((type) => [type, `${type}[]`]) : single;
  for (const type of types)
    declare(name, [type, type], (vm, [a, b], message) => {
      if (!holds(a, b)) fail(vm, message, `${show(a, type)} ${shown} ${show(b, type)}`);
    });
  for (const type of ['uint256', 'int256'])
    declare(`${name}Decimal`, [type, type, 'uint256'], (vm, [a, b, decimals], message) => {
      if (holds(a, b)) return;
      const text = (value: unknown) => formatUnits(value as bigint, Number(decimals));
      fail(vm, message, `${text(a)} ${shown} ${text(b)}`);
    });
}

const difference = (a: bigint, b: bigint) => (a > b ? a - b : b - a);
const percent = (delta: bigint) => `${formatUnits(delta, 16)}%`;

for (const type of ['uint256', 'int256'])
  for (const isDecimal of [false, true]) {
    const suffix = isDecimal ? 'Decimal' : '';
    const types = [type, type, 'uint256', ...(isDecimal ? ['uint256'] : [])];
    const text = (value: bigint, decimals: unknown) =>
      isDecimal ? formatUnits(value, Number(decimals)) : value.toString();
    declare(`assertApproxEqAbs${suffix}`, types, (vm, args, message) => {
      const [a, b, most, decimals] = args as readonly bigint[];
      const delta = difference(a, b);
      if (delta <= most) return;
      const parts = [a, b, most, delta].map((value) => text(value, decimals));
      fail(vm, message, `${parts[0]} !~= ${parts[1]} (max delta: ${parts[2]}, real delta: ${parts[3]})`);
    });
    declare(`assertApproxEqRel${suffix}`, types, (vm, args, message) => {
      const [a, b, most, decimals] = args as readonly bigint[];
      const values = `${text(a, decimals)} !~= ${text(b, decimals)} (max delta: ${percent(most)}`;
      if (b === 0n) {
        if (a !== 0n) fail(vm, message, `${values}, real delta: undefined)`);
        return;
      }
      const delta = (difference(a, b) * 10n ** 18n) / (b < 0n ? -b : b);
      if (delta >= WORD) return fail(vm, message, 'overflow in delta calculation');
      if (delta > most) fail(vm, message, `${values}, real delta: ${percent(delta)})`);
    });
  }

declare('assertTrue', ['bool'], (vm, [condition], message) => {
  if (!condition) fail(vm, message, '');
});
declare('assertFalse', ['bool'], (vm, [condition], message) => {
  if (condition) fail(vm, message, '');
});

export const ASSERTIONS: Readonly<Record<string, Cheatcode>> = ASSERTED;
