/** A callTracer tree as geth's flatCallTracer states it. */

import { precompileAddresses } from '../../evm/precompiles/table';
import type { Fork } from '../../evm/rules/forks';
import type { GethFrame } from './call-frames';

/** What geth's own comparison looks at: block and transaction are left out there. */
export type FlatFrame = {
  type: string;
  action: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: string;
  subtraces: number;
  traceAddress: number[];
};

const PARITY_ERRORS: Record<string, string> = {
  'contract creation code storage out of gas': 'Out of gas',
  'gas uint64 overflow': 'Out of gas',
  'max code size exceeded': 'Out of gas',
  'invalid jump destination': 'Bad jump destination',
  'execution reverted': 'Reverted',
  'return data out of bounds': 'Out of bounds',
  'stack limit reached 1024 (1023)': 'Out of stack',
  'precompiled failed': 'Built-in failed',
  'invalid input length': 'Built-in failed',
};

function parityError(error: string): string {
  if (error.startsWith('invalid opcode:')) return 'Bad instruction';
  if (error.startsWith('out of gas')) return 'Out of gas';
  if (error.startsWith('stack underflow')) return 'Stack underflow';
  return PARITY_ERRORS[error] ?? error;
}

export function flatFrames(
  root: GethFrame,
  fork: Fork,
  options: { precompiles: boolean; parityErrors: boolean },
): FlatFrame[] {
  const precompiles = new Set(
    precompileAddresses({ fork }).map((address) => `0x${address.toString(16).padStart(40, '0')}`),
  );
  const hidden = ({ type, to }: GethFrame) =>
    !options.precompiles && (type === 'CALL' || type === 'STATICCALL') && precompiles.has(to ?? '');
  const flat: FlatFrame[] = [];
  const add = (frame: GethFrame, traceAddress: number[]) => {
    const calls = (frame.calls ?? []).filter((call) => !hidden(call));
    const { error } = frame;
    const { result, ...entry } = entryOf(frame);
    const keepsResult = result !== undefined && (error === undefined || error === 'execution reverted');
    flat.push({
      ...entry,
      ...(keepsResult ? { result } : {}),
      ...(error === undefined ? {} : { error: options.parityErrors ? parityError(error) : error }),
      subtraces: calls.length,
      traceAddress,
    });
    calls.forEach((call, i) => {
      add(call, [...traceAddress, i]);
    });
  };
  add(root, []);
  return flat;
}

function entryOf(frame: GethFrame): Pick<FlatFrame, 'type' | 'action' | 'result'> {
  const { type, from, to, value, gas, gasUsed, input, output = '0x' } = frame;
  if (type === 'SELFDESTRUCT') return { type: 'suicide', action: { address: from, refundAddress: to, balance: value } };
  if (type === 'CREATE' || type === 'CREATE2')
    return {
      type: 'create',
      action: { creationMethod: type.toLowerCase(), from, gas, value, init: input },
      result: { gasUsed, address: to, code: output },
    };
  return {
    type: 'call',
    // A STATICCALL has no value, nor has a DELEGATECALL in one.
    action: { from, to, gas, value: value ?? '0x0', callType: type.toLowerCase(), input },
    result: { gasUsed, output },
  };
}
