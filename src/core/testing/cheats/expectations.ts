/** What `expectRevert`, `expectEmit`, `expectCall` and `expectCreate` look at when calls begin and end, as forge does. */

import { checksumAddress } from '../../chain/address';
import { bytesToHex, wordHex } from '../../chain/hex';
import type { Address } from '../../chain/primitives';
import { FrameKind } from '../../evm/frames/frame';
import { Halt } from '../../evm/frames/halt';
import type { BeginningCall, EndedCall, Ending } from '../../evm/interceptor';
import type { AccountIndex } from '../../evm/state/slots';
import { toBigInt } from '../../evm/words/words';
import { asciiBytes } from '../../json/bytes';
import { assert } from '../../values/assert';
import { cheatErrorData, stringData } from './cheat-error';
import type { EmittedLog, ExpectedCall, ExpectedEmit, ExpectedRevert } from './cheat-state';
import { comparedRevert, plainData, revertReason } from './revert-reason';
import type { Vm } from './vm';

/** Solidity decodes what a call that was expected to fail returns: it must be long enough for 256 words. */
const DUMMY_OUTPUT = new Uint8Array(8192);
const DUMMY_CREATED = '0x0000000000000000000000000000000000000001';

/** Returns how a call ends that is looked at for an expected failure; undefined where it is none of its business. */
export function endRevert(
  cheats: Vm,
  call: EndedCall,
  given: Ending,
  depth: number,
  isCheat: boolean,
): Ending | undefined {
  const { kept } = cheats;
  const expected = kept.expectedRevert;
  assert(expected, 'asked where a revert is expected');
  const isCreate = call.kind === FrameKind.create || call.kind === FrameKind.create2;
  const failed = given.halt !== Halt.none;
  if (failed && expected.reverter !== undefined && (!isCreate || depth <= expected.depth))
    if (expected.revertedBy === undefined || (!isCreate && expected.count > 1)) expected.revertedBy = call.self;
  if (depth > expected.depth) return undefined;
  if (expected.ofCheatcode) {
    if (!isCheat || expected.isPending) {
      expected.isPending = false;
      return undefined;
    }
  } else if (isCreate ? isCheat : !isDue(cheats, expected, failed, depth, isCheat)) return undefined;
  kept.expectedRevert = undefined;
  const refusal = whyNotExpected(cheats, expected, given, isCheat);
  if (refusal !== undefined) return { halt: Halt.revert, output: cheatErrorData(refusal) };
  expected.seen++;
  if (expected.seen < expected.count) {
    if (isCreate) expected.revertedBy = undefined;
    kept.expectedRevert = expected;
  }
  return isCreate
    ? { halt: Halt.none, output: new Uint8Array(0), created: cheats.account(DUMMY_CREATED) }
    : { halt: Halt.none, output: DUMMY_OUTPUT };
}

/** Whether the end of this call decides about the expectation. */
function isDue(cheats: Vm, expected: ExpectedRevert, failed: boolean, depth: number, isCheat: boolean): boolean {
  if (isCheat) return false;
  if (failed) return true;
  const { allowInternalExpectRevert: isInternal } = cheats.project.settings;
  return (!isInternal && expected.maxDepth > expected.depth) || depth === 0 || !isInternal;
}

function whyNotExpected(
  cheats: Vm,
  expected: ExpectedRevert,
  { halt, output }: Ending,
  isCheat: boolean,
): string | undefined {
  const isInternal = cheats.project.settings.allowInternalExpectRevert;
  if (!isCheat && !isInternal && expected.maxDepth <= expected.depth)
    return "call didn't revert at a lower depth than cheatcode call depth";
  if (expected.count === 0) return halt === Halt.none ? undefined : whyNotNone(cheats, expected, output);
  if (halt === Halt.none) return 'next call did not revert as expected';
  const { reason, reverter, revertedBy } = expected;
  if (reverter !== undefined && revertedBy !== undefined && reverter !== revertedBy)
    return `Reverter != expected reverter: ${shown(cheats, revertedBy)} != ${shown(cheats, reverter)}`;
  if (reason === undefined) return undefined;
  if (output.length === 0 && reason.length > 0 && halt === Halt.revert)
    return 'call reverted as expected, but without data';
  const { errors } = cheats.project;
  const raw = output.length === 0 && reason.length > 0 ? asciiBytes(revertReason(output, halt, errors)) : output;
  if (expected.isPartial && hexOf(raw.subarray(0, 4)) === hexOf(reason.subarray(0, 4))) return undefined;
  const actual = comparedRevert(raw);
  if (hexOf(actual) === hexOf(reason) || (isCheat && hexOf(actual).includes(hexOf(reason).slice(2)))) return undefined;
  if (hexOf(comparedRevert(reason)) === hexOf(actual)) return undefined;
  const [was, wanted] = [actual, reason].map((data) => revertReason(data, halt, errors));
  return was === wanted ? undefined : `Error != expected error: ${was} != ${wanted}`;
}

/** Tells why a call failed that was expected not to fail, or not for this reason. */
function whyNotNone(cheats: Vm, { reason, reverter, revertedBy }: ExpectedRevert, output: Uint8Array): string {
  if (reason === undefined && reverter === undefined) return 'call reverted when it was expected not to revert';
  const actual = comparedRevert(output);
  const hasReason = reason !== undefined && hexOf(actual) === hexOf(reason);
  const hasReverter = reverter !== undefined && reverter === revertedBy;
  const wanted = reason === undefined ? '' : plainData(reason);
  const from = reverter === undefined ? '' : shown(cheats, reverter);
  if (hasReason && hasReverter) return `expected 0 reverts with reason: ${wanted}, from address: ${from}, but got one`;
  if (hasReason && reverter === undefined) return `expected 0 reverts with reason: ${wanted}, but got one`;
  if (hasReverter && reason === undefined) return `expected 0 reverts from address: ${from}, but got one`;
  const got = plainData(actual);
  if (reverter === undefined) return `call reverted with '${got}' when it was expected not to revert`;
  const by = revertedBy === undefined ? `0x${'0'.repeat(40)}` : shown(cheats, revertedBy);
  const but = reason === undefined ? '' : ` with reason '${wanted}'`;
  return `call reverted with '${got}' from ${by}, but expected 0 reverts${but} from ${from}`;
}

/** Counts the call where it is one that is expected. */
export function countCall(
  expected: readonly ExpectedCall[],
  call: Pick<BeginningCall, 'kind' | 'target' | 'input' | 'value' | 'gas'>,
): void {
  const isDelegate = call.kind === FrameKind.delegatecall;
  for (const one of expected) {
    if (one.target !== call.target || (one.isDelegate && !isDelegate)) continue;
    if (hexOf(call.input.subarray(0, one.data.length)) !== hexOf(one.data)) continue;
    if (one.value !== undefined && (isDelegate || one.value !== toBigInt(call.value, 0))) continue;
    if (one.gas !== undefined && one.gas !== call.gas) continue;
    if (one.minGas !== undefined && one.minGas > call.gas) continue;
    one.seen++;
  }
}

/** Looks at an event for those that are expected; returns revert data where one was not to come. */
export function seeLog(
  expected: ExpectedEmit[],
  log: EmittedLog,
  name: (account: AccountIndex) => Address,
): Uint8Array | undefined {
  if (expected.every(({ isFound }) => isFound)) return undefined;
  for (const one of expected)
    if (one.count === 0 && !one.isFound && one.log && fits(one, log) && (one.emitter ?? log.address) === log.address)
      return cheatErrorData('log emitted but expected 0 times');
  const fills = expected.some((one) => one.log === undefined);
  const found = expected.findIndex(({ isFound }) => isFound);
  const next = expected.findIndex(({ isFound, count }) => !isFound && count > 0);
  if (!fills && next < 0) return undefined;
  const at = fills ? Math.max(0, (found < 0 ? expected.length : found) - 1) : next;
  const [one] = expected.splice(at, 1);
  if (one.log === undefined) {
    if (!one.isAnonymous && log.topics.length === 0)
      return cheatErrorData('use vm.expectEmitAnonymous to match anonymous events');
    one.log = log;
    expected.splice(at, 0, one);
    return undefined;
  }
  const doesFit = fits(one, log);
  if (doesFit) one.seen.set(log.address, (one.seen.get(log.address) ?? 0) + 1);
  if (!doesFit) one.mismatch = mismatchOf(one, log);
  else if (one.emitter !== undefined && one.emitter !== log.address)
    one.mismatch = `log emitter mismatch: expected=${checksumAddress(name(one.emitter))}, got=${checksumAddress(name(log.address))}`;
  else one.isFound = (one.seen.get(log.address) ?? 0) >= one.count;
  if (one.isFound) expected.push(one);
  else expected.unshift(one);
  return undefined;
}

function fits({ checks, log: wanted }: ExpectedEmit, log: EmittedLog): boolean {
  if (wanted === undefined || wanted.topics.length !== log.topics.length) return false;
  if (!log.topics.every((topic, at) => !checks[at as 0] || topic === wanted.topics[at])) return false;
  return !checks[4] || hexOf(wanted.data) === hexOf(log.data);
}

function mismatchOf({ log: wanted, checks, isAnonymous }: ExpectedEmit, log: EmittedLog): string {
  assert(wanted, 'compared with an event that is known');
  const first = isAnonymous ? 0 : 1;
  if (wanted.topics.length !== log.topics.length || (!isAnonymous && wanted.topics[0] !== log.topics[0]))
    return 'log != expected log';
  const { length } = wanted.data;
  if (checks[4] && hexOf(wanted.data) !== hexOf(log.data))
    if (length !== log.data.length || length % 32 !== 0 || length === 0) return 'log != expected log';
  const differences: string[] = [];
  for (let at = first; at < log.topics.length; at++)
    if (checks[at as 0] && wanted.topics[at] !== log.topics[at])
      differences.push(`param ${at - first}: expected=${wordHex(wanted.topics[at])}, got=${wordHex(log.topics[at])}`);
  if (checks[4])
    for (let at = 0; at < length; at += 32) {
      const [was, is] = [wanted, log].map(({ data }) => bytesToHex(data.subarray(at, at + 32)));
      if (was !== is) differences.push(`param ${log.topics.length - first + at / 32}: expected=${was}, got=${is}`);
    }
  return differences.length === 0 ? 'log != expected log' : `log mismatch at ${differences.join(', ')}`;
}

/** Returns revert data where an expected event did not come before the end of a call at this depth. */
export function endEmits({ kept }: Vm, depth: number, isStatic: boolean): Uint8Array | undefined {
  if (isStatic || !kept.expectedEmits.some((one) => one.depth === depth)) return undefined;
  const missing = kept.expectedEmits.find(({ isFound, count }) => !isFound && count > 0);
  // forge encodes this sentence as a plain string.
  if (missing !== undefined) return stringData(missing.mismatch ?? 'log != expected log');
  for (const one of kept.expectedEmits) {
    const all = [...one.seen.values()].reduce((sum, count) => sum + count, 0);
    const count = one.emitter === undefined ? all : (one.seen.get(one.emitter) ?? 0);
    if (count !== one.count) return cheatErrorData(`log emitted ${times(count)}, expected ${one.count}`);
  }
  kept.expectedEmits = [];
  return undefined;
}

function times(count: number): string {
  return `${count} times`;
}

/** Returns revert data where something that was expected did not come before the end of the test's call. */
export function checkAtEnd(cheats: Vm): Uint8Array | undefined {
  const { kept } = cheats;
  for (const one of kept.expectedCalls) {
    if (one.isExact ? one.count === one.seen : one.count <= one.seen) continue;
    const values = [
      `data ${bytesToHex(one.data)}`,
      ...(one.value === undefined ? [] : [`value ${one.value}`]),
      ...(one.gas === undefined ? [] : [`gas ${one.gas}`]),
      ...(one.minGas === undefined ? [] : [`minimum gas ${one.minGas}`]),
      ...(one.isDelegate ? ['call type DelegateCall'] : []),
    ].join(', ');
    const s = (count: number) => (count === 1 ? '' : 's');
    return cheatErrorData(
      `expected call to ${shown(cheats, one.target)} with ${values} to be called ${one.count} time${s(one.count)}, but was called ${one.seen} time${s(one.seen)}`,
    );
  }
  if (kept.expectedEmits.some(({ count, isFound }) => count > 0 && !isFound))
    return cheatErrorData(
      'expected an emit, but no logs were emitted afterwards. you might have mismatched events or not enough events were emitted',
    );
  const [create] = kept.expectedCreates;
  if (create === undefined) return undefined;
  const kind = create.isCreate2 ? 'CREATE2' : 'CREATE';
  const deployer = cheats.addressOf(create.deployer);
  return cheatErrorData(
    `expected ${kind} call by address ${deployer} for bytecode ${bytesToHex(create.code)} but not found`,
  );
}

function shown(cheats: Vm, account: AccountIndex): string {
  return checksumAddress(cheats.addressOf(account));
}

function hexOf(bytes: Uint8Array): string {
  return bytesToHex(bytes);
}
