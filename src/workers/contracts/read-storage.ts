/**
 * The storage of a contract as it is on the chain, read by the layout of its
 * sources. Which slots a value takes is known only once others were read (the
 * length of an array, of a text), so slots are asked for in rounds.
 */

import type { Decoded } from '../../core/abi/decoded';
import { bytesToHex, hexToBytes, wordHex } from '../../core/chain/hex';
import type { Address } from '../../core/chain/primitives';
import type { Compilation, SourceContract } from '../../core/source/compiled/compilation';
import { parseCompilation } from '../../core/source/compiled/parse-compilation';
import { type OutlineEntry, outlineOf } from '../../core/source/outline';
import { constantNamed, keyOf } from '../../core/source/values/constant-keys';
import { withFunctionNames } from '../../core/source/values/function-pointers';
import { KnownStorage, MappingKeys } from '../../core/source/values/known-storage';
import { readPath } from '../../core/source/values/read-path';
import type { SourceType } from '../../core/source/values/source-type';
import { type StateVariable, stateVariables } from '../../core/source/values/state-variables';
import { decodeStored } from '../../core/source/values/stored-value';
import { type Failure, failure } from '../../core/values/failure';
import { fail, ok, type Result } from '../../core/values/result';
import type { Rpc } from '../../net/rpc/rpc';
import { fetchSlots } from '../../net/storage-values';
import type { SourceOfCode } from './sources/verified-sources';
import type { StorageReading, StoredVariables } from './storage.api';

/** Rounds of questions: an array of structs with texts takes four. */
const MAX_ROUNDS = 8;
/** Slots of a long array that are shown, and of a library's struct by which it is told whether the contract uses it. */
const MAX_FIRST = 100;
/** Slots of one answer. */
const MAX_SLOTS = 2_000;

type Place = { rpc: Rpc; address: Address; block: number; signal: AbortSignal };

/** Reads all state variables with their values; a mapping has no value and is only named as one. */
export async function readVariables(
  place: Place,
  { code, source }: SourceOfCode,
): Promise<Result<StoredVariables, Failure>> {
  const found = contractOf(source);
  if (!found.ok) return found;
  const { compilation, contract } = found.value;
  const read = await inRounds(place, (storage) =>
    stateVariables(compilation, contract, { storage, transient: NO_STORAGE, code: hexToBytes(code) }),
  );
  if (!read.ok) return read;
  const variables = read.value.filter(({ kind }) => kind !== 'transient');
  return ok({ blockNumber: place.block, variables });
}

/** An immutable of that name, with its value in the code. */
function immutableNamed({ code, source }: SourceOfCode, name: string): StateVariable | undefined {
  const found = contractOf(source);
  if (!found.ok) return undefined;
  const { compilation, contract } = found.value;
  const none = { storage: NO_STORAGE, transient: NO_STORAGE };
  return stateVariables(compilation, contract, { ...none, code: hexToBytes(code) }).findLast(
    ({ kind, value }) => kind === 'immutable' && value.name === name,
  );
}

/** Lists the declarations of the contract; none where its output cannot be read. */
export function readOutline({ source }: SourceOfCode): readonly OutlineEntry[] {
  const found = contractOf(source);
  return found.ok ? outlineOf(found.value.compilation, found.value.contract) : [];
}

/** Reads the storage that an expression names. Without sources it is the number of a slot. */
export async function readExpression(
  place: Place,
  source: SourceOfCode | undefined,
  expression: string,
): Promise<Result<StorageReading, Failure>> {
  const found = source && contractOf(source.source);
  const layout = found?.ok ? found.value.contract.layout : undefined;
  const constants = found?.ok ? found.value.compilation : undefined;
  const constantAt = (name: string) => constants && constantNamed(constants, name);
  const named = readPath(
    expression,
    layout === undefined ? [] : [...layout.namespaces, ...layout.storage],
    (name, type) => {
      const value = constantAt(name);
      return value === undefined ? undefined : keyOf(type, value);
    },
  );
  const transient = found?.ok ? found.value.contract.layout.transient : [];
  if (!named.ok && transient.some(({ name }) => expression.trim().startsWith(name)))
    return fail(
      failure('notFound', 'The variable is transient: nothing of it stays when a transaction ends (EIP-1153).'),
    );
  const immutable = named.ok ? undefined : source && immutableNamed(source, expression.trim());
  if (immutable)
    return ok({
      path: immutable.value.name,
      offset: 0,
      blockNumber: place.block,
      type: immutable.value.type,
      value: immutable.value,
    });
  const constant = named.ok || immutable ? undefined : constantAt(expression.trim());
  if (constant !== undefined) {
    const text = typeof constant === 'bigint' ? String(constant) : bytesToHex(constant);
    return fail(
      failure('notFound', `${expression.trim()} is a constant of the source, ${text}, and takes no storage.`),
    );
  }
  if (!named.ok) return fail(failure('badAnswer', named.error));
  const { path, type, slot, offset, bounds, within } = named.value;
  const words = await fetchWords(place, [slot, ...bounds.map((bound) => bound.slot)]);
  if (!words.ok) return words;
  for (const bound of bounds) {
    const length = words.value.get(bound.slot) ?? 0n;
    if (bound.index >= length)
      return fail(
        failure(
          'notFound',
          `${bound.path} has ${length} items at block ${place.block}; there is none at ${bound.index}.`,
        ),
      );
  }
  const value =
    type === undefined
      ? ok(undefined)
      : await inRounds(
          place,
          (storage) => decodeStored(path, within === undefined ? type : BYTES, { slot, offset }, storage),
          words.value,
        );
  if (!value.ok) return value;
  const part = within === undefined || value.value === undefined ? undefined : partOfBytes(value.value, within);
  if (part === undefined && typeof within === 'bigint')
    return fail(failure('notFound', `${path}: there is no such byte at block ${place.block}.`));
  const whole =
    value.value && found?.ok
      ? withFunctionNames(value.value, found.value.compilation, found.value.contract)
      : value.value;
  const shown = type && part !== undefined ? { name: path, type: type.name, ...part } : whole;
  return ok({
    path,
    slot: wordHex(slot),
    offset,
    word: wordHex(words.value.get(slot) ?? 0n),
    blockNumber: place.block,
    ...(type === undefined ? {} : { type: type.name }),
    ...(shown === undefined ? {} : { value: shown }),
  });
}

const BYTES: SourceType = { kind: 'bytes', name: 'bytes' };

/** The number of bytes, or one of them; undefined where it has not so many, or they are too many to read. */
function partOfBytes({ text, length }: Decoded, within: 'length' | bigint): Omit<Decoded, 'name' | 'type'> | undefined {
  if (within === 'length') {
    const count = String((length - 2) / 2);
    return { kind: 'integer', text: count, length: count.length };
  }
  const digits = text.slice(2).slice(Number(within) * 2, Number(within) * 2 + 2);
  return text.startsWith('0x') && digits !== '' ? { kind: 'bytes', text: `0x${digits}`, length: 4 } : undefined;
}

const NO_KEYS = new MappingKeys({ all: () => [] });
const NO_STORAGE = new KnownStorage(new Map(), 0n, NO_KEYS);

/** Notes which slots were asked for and are not known yet. */
class AskedStorage extends KnownStorage {
  readonly wanted = new Set<bigint>();
  override readonly absent = 'not read: there is too much of it';

  override at(slot: bigint): bigint | undefined {
    const known = super.at(slot);
    if (known === undefined) this.wanted.add(slot);
    return known;
  }

  /** The first slots, since any can be read. */
  override within(start: bigint, end: bigint): readonly bigint[] {
    const count = end - start < MAX_FIRST ? Number(end - start) : MAX_FIRST;
    return Array.from({ length: count }, (_, at) => start + BigInt(at));
  }

  /** Whether the first of the slots are not all zero, which asks for them. */
  override isUsed(start: bigint, end: bigint): boolean {
    return this.within(start, end).filter((slot) => (this.at(slot) ?? 0n) !== 0n).length > 0;
  }
}

/** What `decode` makes of the storage once every slot that it asks for was read, as far as the bounds allow. */
async function inRounds<Value>(
  place: Place,
  decode: (storage: KnownStorage) => Value,
  known: ReadonlyMap<bigint, bigint> = new Map(),
): Promise<Result<Value, Failure>> {
  const words = new Map(known);
  for (let round = 0; ; round++) {
    const storage = new AskedStorage(words, undefined, NO_KEYS);
    const value = decode(storage);
    const wanted = [...storage.wanted].slice(0, Math.max(0, MAX_SLOTS - words.size));
    if (wanted.length === 0 || round === MAX_ROUNDS) return ok(value);
    const fetched = await fetchWords(place, wanted);
    if (!fetched.ok) return fetched;
    for (const [slot, word] of fetched.value) words.set(slot, word);
  }
}

async function fetchWords(
  { rpc, address, block, signal }: Place,
  slots: readonly bigint[],
): Promise<Result<ReadonlyMap<bigint, bigint>, Failure>> {
  const keys = [...new Set(slots)].map((slot) => ({ address, key: wordHex(slot) }));
  const fetched = await fetchSlots(rpc, keys, block, { signal });
  if (!fetched.ok) return fetched;
  return ok(new Map(fetched.value.map(({ key, value }) => [BigInt(key), BigInt(value)])));
}

/** Read trees of the runs that were asked about last; a run lives as long as its sources are held. */
const compilations = new WeakMap<object, Compilation>();

export function contractOf({
  run,
  path,
  name,
}: SourceOfCode['source']): Result<{ compilation: Compilation; contract: SourceContract }, Failure> {
  let compilation = compilations.get(run);
  if (compilation === undefined) {
    const parsed = parseCompilation(run);
    if (!parsed.ok) return fail(failure('badAnswer', parsed.error));
    compilation = parsed.value;
    compilations.set(run, compilation);
  }
  const contract = compilation.contracts.find((one) => one.path === path && one.name === name);
  if (contract === undefined) return fail(failure('notFound', `The compiler’s output has no ${name} in ${path}.`));
  return ok({ compilation, contract });
}
