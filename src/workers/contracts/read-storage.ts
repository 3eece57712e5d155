/**
 * The storage of a contract as it is on the chain, read by the layout of its
 * sources. Which slots a value takes is known only once others were read (the
 * length of an array, of a text), so slots are asked for in rounds.
 */

import { hexToBytes, wordHex } from '../../core/chain/hex';
import type { Address } from '../../core/chain/primitives';
import type { Compilation, SourceContract } from '../../core/source/compiled/compilation';
import { parseCompilation } from '../../core/source/compiled/parse-compilation';
import { type OutlineEntry, outlineOf } from '../../core/source/outline';
import { withFunctionNames } from '../../core/source/values/function-pointers';
import { KnownStorage, MappingKeys } from '../../core/source/values/known-storage';
import { readPath } from '../../core/source/values/read-path';
import { type StateVariable, stateVariables } from '../../core/source/values/state-variables';
import { decodeStored } from '../../core/source/values/stored-value';
import { type Failure, failure } from '../../core/values/failure';
import { fail, ok, type Result } from '../../core/values/result';
import type { Rpc } from '../../net/rpc/rpc';
import { fetchSlots } from '../../net/storage-values';
import type { StorageReading, StoredVariables } from './storage.api';
import type { SourceOfCode } from './verified-sources';

/** Rounds of questions: an array of structs with texts takes four. */
const MAX_ROUNDS = 8;
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
  const named = readPath(expression, layout === undefined ? [] : [...layout.namespaces, ...layout.storage]);
  const immutable = named.ok ? undefined : source && immutableNamed(source, expression.trim());
  if (immutable)
    return ok({
      path: immutable.value.name,
      offset: 0,
      blockNumber: place.block,
      type: immutable.value.type,
      value: immutable.value,
    });
  if (!named.ok) return fail(failure('badAnswer', named.error));
  const { path, type, slot, offset, bounds } = named.value;
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
      : await inRounds(place, (storage) => decodeStored(path, type, { slot, offset }, storage), words.value);
  if (!value.ok) return value;
  const shown =
    value.value && found?.ok
      ? withFunctionNames(value.value, found.value.compilation, found.value.contract)
      : value.value;
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
