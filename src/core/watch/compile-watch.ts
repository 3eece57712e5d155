/** A watch made ready for many blocks: its texts are read once. What is wrong with them is said in a sentence. */

import { parseSignature, selectorOf, signatureOf, topicOf } from '../abi/signature';
import type { Address, Hash, Selector } from '../chain/primitives';
import { withoutGroups } from '../format/parse-amount';
import { fail, ok, type Result } from '../values/result';
import type { Comparison, Watch, WatchCondition } from './watch';
import { readWatchedDraft } from './watched-simulation';

export type CompiledCondition =
  | { on: 'successful' | 'failed' | 'proxyUpgraded' }
  | { on: 'function'; selector: Selector; words: string }
  | { on: 'event'; topic: Hash; words: string }
  | {
      on: 'eventParameter';
      topic: Hash;
      signature: string;
      position: number;
      name: string;
      is: Comparison;
      value: string;
    }
  | { on: 'transfer' | 'value'; least: bigint }
  | { on: 'callers'; isAllowed: boolean; callers: ReadonlySet<Address> }
  | { on: 'balance'; is: '<' | '>'; wei: bigint }
  | { on: 'stateVariable'; slot: bigint }
  | { on: 'simulation'; draft: string };

/** `addresses` undefined: all of the network. */
export type CompiledWatch = {
  watch: Pick<Watch, 'id' | 'name'>;
  addresses: ReadonlySet<Address> | undefined;
  condition: CompiledCondition;
};

/** `addresses` are those of the watch's scope, undefined for the whole network. */
export function compileWatch(
  watch: Pick<Watch, 'id' | 'name' | 'condition'>,
  addresses: readonly Address[] | undefined,
): Result<CompiledWatch, string> {
  const condition = compileCondition(watch.condition);
  if (!condition.ok) return condition;
  const { on } = condition.value;
  if (addresses === undefined && (on === 'balance' || on === 'stateVariable')) {
    return fail('Balances and variables can be watched for addresses only, not for a whole network.');
  }
  return ok({ watch, addresses: addresses && new Set(addresses), condition: condition.value });
}

export function compileCondition(condition: WatchCondition): Result<CompiledCondition, string> {
  switch (condition.on) {
    case 'function': {
      const text = condition.function.trim();
      if (/^0x[0-9a-f]{8}$/i.test(text))
        return ok({ on: 'function', selector: text.toLowerCase() as Selector, words: text });
      const parsed = parseSignature(text);
      if (!parsed.ok) return parsed;
      const signature = signatureOf(parsed.value);
      return ok({ on: 'function', selector: selectorOf(signature), words: signature });
    }
    case 'event': {
      const text = condition.event.trim();
      if (/^0x[0-9a-f]{64}$/i.test(text)) return ok({ on: 'event', topic: text.toLowerCase() as Hash, words: text });
      const parsed = parseSignature(text);
      if (!parsed.ok) return parsed;
      const signature = signatureOf(parsed.value);
      return ok({ on: 'event', topic: topicOf(signature), words: signature });
    }
    case 'eventParameter':
      return compileParameter(condition);
    case 'transfer':
    case 'value':
      return compileAmount(condition.least, (least) => ({ on: condition.on, least }));
    case 'balance':
      return compileAmount(condition.wei, (wei) => ({ on: 'balance', is: condition.is, wei }));
    case 'stateVariable': {
      const slot = wholeNumber(condition.slot);
      if (slot === undefined || slot >= 1n << 256n)
        return fail('A slot is a whole number of 256 bits, decimal or 0x-hex.');
      return ok({ on: 'stateVariable', slot });
    }
    case 'simulation': {
      const draft = readWatchedDraft(condition.draft);
      return draft.ok ? ok({ on: 'simulation', draft: condition.draft }) : draft;
    }
    case 'callers':
      if (condition.callers.length === 0) return fail('Name at least one caller.');
      return ok({ on: 'callers', isAllowed: condition.list === 'allowed', callers: new Set(condition.callers) });
    default:
      return ok({ on: condition.on });
  }
}

function compileParameter(
  condition: Extract<WatchCondition, { on: 'eventParameter' }>,
): Result<CompiledCondition, string> {
  const parsed = parseSignature(condition.event.trim());
  if (!parsed.ok) return parsed;
  const wanted = condition.parameter.trim();
  const { inputs } = parsed.value;
  const named = inputs.findIndex(({ name }) => name !== undefined && name !== '' && name === wanted);
  const position = named >= 0 ? named : /^\d{1,3}$/.test(wanted) ? Number(wanted) : -1;
  if (inputs[position] === undefined) return fail(`The event has no parameter “${wanted.slice(0, 40)}”.`);
  const isNumber = /^u?int\d*$/.test(inputs[position].type);
  const value = condition.value.trim();
  if ((condition.is === '<' || condition.is === '>') && !isNumber)
    return fail('Only numbers can be compared as less or more.');
  if (isNumber && !/^-?\d{1,78}$/.test(value)) return fail('The value of a number is decimal, in its smallest unit.');
  if (value === '') return fail('Enter the value to compare the parameter with.');
  const { is } = condition;
  const signature = condition.event.trim();
  return ok({
    on: 'eventParameter',
    topic: topicOf(signatureOf(parsed.value)),
    signature,
    position,
    name: inputs[position].name || `parameter ${position}`,
    is,
    value: value.toLowerCase(),
  });
}

function compileAmount(text: string, make: (amount: bigint) => CompiledCondition): Result<CompiledCondition, string> {
  const amount = wholeNumber(text);
  return amount === undefined ? fail('An amount is a whole number in the smallest unit.') : ok(make(amount));
}

function wholeNumber(text: string): bigint | undefined {
  const plain = withoutGroups(text.trim());
  return /^(\d{1,78}|0x[0-9a-f]{1,64})$/i.test(plain) ? BigInt(plain) : undefined;
}
