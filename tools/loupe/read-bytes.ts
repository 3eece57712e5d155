/** What bytes may be: calldata, revert data or a log, read without asking anybody. */
import { createAbiIndex, entryOfSignature } from '../../src/core/abi/abi-index';
import { decodeErrorExactly, decodeWithSignature } from '../../src/core/abi/decode';
import { decodeLog, decodeLogWithCandidates } from '../../src/core/abi/decode-log';
import type { Decoded } from '../../src/core/abi/decoded';
import { topicOf } from '../../src/core/abi/signature';
import { loadSignatureTable } from '../../src/core/abi/signature-table';
import { parseHex } from '../../src/core/chain/hex';
import type { Hash, Hex, Selector } from '../../src/core/chain/primitives';
import { fail, ok, type Result } from '../../src/core/values/result';
import { readArtifacts } from '../../src/db/contracts/artifacts';
import type { Engine } from '../../src/workers/engine';
import { NO_NETWORK } from './open-chain';

/** One possible meaning of the bytes, and who gives it. */
export type Reading = {
  kind: 'call' | 'error' | 'event';
  signature: string;
  origin: string;
  fits: boolean;
  inputs?: readonly Decoded[];
};

const TEXT = 100_000;
/** Topics of a log at most (yellow paper, LOG4). */
const TOPICS = 4;

export type Readings = { isLog: boolean; readings: readonly Reading[] };

/** Reads `0x…`, or a log as `topics:data`; the failure is a sentence on what is wrong with the text. */
export async function readBytes(
  { contracts }: Pick<Engine, 'contracts'>,
  text: string,
): Promise<Result<Readings, string>> {
  const log = readLog(text);
  if (log === 'malformed')
    return fail('A log is at most four topics of 0x and 64 hex digits, with commas between them, a colon, and hex.');
  const indexes = (await readArtifacts()).map(({ abi }) => createAbiIndex(abi));
  const readings: Reading[] = [];
  const table = await loadSignatureTable();
  if (log) {
    for (const index of indexes) {
      const event = decodeLog(index, log.topics, log.data, TEXT);
      if (event && !readings.some(({ signature }) => signature === event.signature))
        readings.push({
          kind: 'event',
          signature: event.signature,
          origin: 'buildOutput',
          fits: event.anonymous || decodeLogWithCandidates([event], log.topics, log.data, TEXT) !== undefined,
          ...(event.inputs && { inputs: event.inputs }),
        });
    }
    const known = log.topics[0] === undefined ? [] : table.events(log.topics[0] as Hash);
    const guess = readings.length === 0 ? decodeLogWithCandidates(known, log.topics, log.data, TEXT) : undefined;
    if (guess) {
      const { signature, inputs } = guess.log;
      readings.push({ kind: 'event', signature, origin: 'signatureTable', fits: true, ...(inputs && { inputs }) });
    } else if (readings.length === 0)
      for (const candidate of known) {
        const signature = entryOfSignature(candidate.signature)?.signature;
        const isNew = !readings.some((reading) => reading.signature === signature);
        if (signature !== undefined && isNew && topicOf(signature) === log.topics[0])
          readings.push({ kind: 'event', signature, origin: 'signatureTable', fits: false });
      }
  } else {
    const bytes = parseHex(text.toLowerCase());
    const error = bytes && decodeErrorExactly(indexes, bytes, TEXT);
    if (error)
      readings.push({
        kind: 'error',
        signature: error.signature,
        origin: isSolidityError(error.name) ? 'Solidity' : 'buildOutput',
        fits: true,
        ...(error.inputs && { inputs: error.inputs }),
      });
    for (const { signature } of bytes && !error ? table.errors(text.slice(0, 10).toLowerCase() as Selector) : []) {
      const guess = bytes && decodeWithSignature(signature, bytes, TEXT);
      if (guess)
        readings.push({
          kind: 'error',
          signature: guess.signature,
          origin: 'signatureTable',
          fits: true,
          ...(guess.inputs && { inputs: guess.inputs }),
        });
    }
    const calls = await contracts.readCalldata(NO_NETWORK, text, []);
    if (!calls.ok) return fail(calls.error);
    for (const { signature, origin, canonical, inputs, isError } of calls.value.candidates) {
      if (signature === error?.signature) continue;
      if (isError && readings.some((each) => each.signature === signature)) continue;
      readings.push({
        kind: isError ? 'error' : 'call',
        signature,
        origin: origin === 'builtin' ? 'Solidity' : origin,
        fits: canonical,
        ...(inputs && { inputs }),
      });
    }
  }
  return ok({ isLog: log !== undefined, readings });
}

/** Whether an error is one of the two that the language defines (Solidity docs, Panic via assert and Error via require). */
function isSolidityError(name: string): boolean {
  return name === 'Error' || name === 'Panic';
}

/** The log that a text is; undefined for what has no colon. */
function readLog(text: string): { topics: Hex[]; data: Uint8Array } | 'malformed' | undefined {
  if (!text.includes(':')) return undefined;
  const [topics = '', data = '', ...others] = text.toLowerCase().split(':');
  const list = (topics === '' ? [] : topics.split(',')) as Hex[];
  const bytes = parseHex(data === '' ? '0x' : data);
  const isTopics = list.length <= TOPICS && list.every((topic) => /^0x[\da-f]{64}$/.test(topic));
  if (!isTopics || bytes === undefined || others.length > 0) return 'malformed';
  return { topics: list, data: bytes };
}
