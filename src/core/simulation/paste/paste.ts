/**
 * Requests of other tools, read from one pasted text: recognised by their
 * shape, turned into a draft, with a sentence for everything that was left out.
 * Nothing is fetched and nothing is run.
 */
import { isAddressShaped } from '../../chain/address-shape';
import { isFields } from '../../values/json-fields';
import { fail, type Result } from '../../values/result';
import { draftOf, type SimulationDraft, stepsOf } from '../draft';
import { isBroadcast, readBroadcast } from './broadcast-file';
import { readCastLine } from './cast-line';
import { isProposal, readProposal } from './governor-proposal';
import type { Pasted } from './pasted';
import { readRpcBody } from './rpc-body';
import { readSafeFile } from './safe-file';
import { readSignedTransaction } from './signed-transaction';
import { readTenderlyBody } from './tenderly-body';
import { readTenderlyLink } from './tenderly-link';
import { readTyped } from './typed-request';

/** Characters that are read at most: a bundle with the code of some contracts. */
export const MAX_PASTE = 4_000_000;
const OWN = 'A simulation saved here';

/** Reads the request that the text states, or fails with a sentence why it states none. `network` is the chain id of the page, for texts that name none. */
export async function readPaste(text: string, network: string): Promise<Result<Pasted, string>> {
  const read = await recognise(text.trim(), network);
  // A simulation saved here may be unfinished.
  const problem = read.ok && read.value.kind !== OWN ? damageOf(read.value.draft) : undefined;
  return problem === undefined ? read : fail(problem);
}

/** Says which address or calldata of a step is none. */
function damageOf(draft: SimulationDraft): string | undefined {
  for (const { step } of stepsOf(draft)) {
    for (const address of [step.from, step.to])
      if (address !== '' && !isAddressShaped(address))
        return `“${address.slice(0, 60)}” is no address: 0x and 40 hex digits.`;
    if (step.input !== '' && !/^0x[0-9a-f]*$/i.test(step.input))
      return `“${step.input.slice(0, 60)}” is no calldata: 0x and hex digits.`;
  }
  return undefined;
}

async function recognise(trimmed: string, network: string): Promise<Result<Pasted, string>> {
  if (trimmed === '') return fail('There is nothing to read yet.');
  if (trimmed.length > MAX_PASTE) return fail('This is more than 4 MB, too much for a request.');
  if (/^cast\s/.test(trimmed)) return readCastLine(trimmed, network);
  if (/^curl\s/.test(trimmed)) return readCurl(trimmed, network);
  if (/^https?:\/\//i.test(trimmed)) return readTenderlyLink(trimmed);
  if (/^(0x)?[0-9a-fA-F]+$/.test(trimmed)) return readHexDigits(trimmed, network);
  if (/^[[{]/.test(trimmed)) return readJson(trimmed, network);
  return fail(
    'This is none of the requests that are read here: JSON of a JSON-RPC call, of typed data, of Tenderly, of the Safe transaction builder, of a broadcast of forge script or of a simulation saved here, a cast or curl command, a link to a transaction or to Tenderly’s simulator, in hex a signed transaction or the proposal of a governor.',
  );
}

async function readHexDigits(text: string, network: string): Promise<Result<Pasted, string>> {
  const hex = text.startsWith('0x') ? text : `0x${text}`;
  if (hex.length === 66)
    return fail('This is a hash. Open its transaction and choose Re-Simulate there: the hash alone has no calldata.');
  if (isProposal(hex)) return readProposal(hex, network);
  if (hex.length === 42) return fail('This is an address. Put it into the form below, as sender or receiver.');
  return readSignedTransaction(hex, network);
}

/** The body of a curl command: what stands behind `-d` or `--data`. */
function readCurl(text: string, network: string): Result<Pasted, string> {
  const [, quoted] = /(?:-d|--data(?:-raw|-binary)?)\s+('(?:[^']|'\\'')*'|"(?:[^"\\]|\\.)*")/s.exec(text) ?? [];
  if (quoted === undefined) return fail('This curl command has no body after -d or --data.');
  const body = quoted.startsWith("'")
    ? quoted.slice(1, -1).replaceAll("'\\''", "'")
    : quoted.slice(1, -1).replaceAll(/\\(.)/g, '$1');
  return readJson(body, network);
}

function readJson(text: string, network: string): Result<Pasted, string> {
  let value: unknown;
  try {
    value = JSON.parse(withWholeNumbers(text));
  } catch (error) {
    const where = error instanceof Error ? error.message.slice(0, 160) : '';
    return fail(`This begins like JSON but is not valid: ${where}`);
  }
  if (Array.isArray(value) && value.length === 1) value = value[0];
  if (!isFields(value)) return fail('This is JSON, and none of the requests that are read here.');
  if (value.format === 'loupe-simulation') return readOwn(value);
  if (typeof value.method === 'string') return readRpcBody(value, network);
  if (Array.isArray(value.transactions) && isBroadcast(value.transactions)) return readBroadcast(value, network);
  if (Array.isArray(value.transactions) && ('meta' in value || 'chainId' in value)) return readSafeFile(value, network);
  if ('network_id' in value || 'simulations' in value || 'networkID' in value || 'state_objects' in value)
    return readTenderlyBody(value, network);
  if ('primaryType' in value && 'types' in value) return readTyped('', value, network, 'Typed data to be signed');
  if ('blockStateCalls' in value) return readRpcBody({ method: 'eth_simulateV1', params: [value] }, network);
  if ('from' in value || 'to' in value) return readRpcBody({ method: 'eth_call', params: [value] }, network);
  return fail(
    'This is JSON, and none of the requests that are read here: it has no method, no transactions and no call.',
  );
}

/** JSON whose integers of more digits than a JavaScript number keeps stand in quotes. */
function withWholeNumbers(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) =>
    /^[1-9]\d{15,}$/.test(token) ? `"${token}"` : token,
  );
}

function readOwn(value: unknown): Result<Pasted, string> {
  const draft: SimulationDraft | undefined = draftOf(value);
  if (draft === undefined)
    return fail('This claims to be a simulation saved here, but does not have the fields of version 1.');
  return { ok: true, value: { kind: OWN, draft, notes: [] } };
}
