/** Bodies of JSON-RPC requests that simulate or send. */
import { isFields } from '../../values/json-fields';
import { fail, ok, type Result } from '../../values/result';
import { type BlockDraft, emptyBlock, emptyDraft } from '../draft';
import { readCallMany, readTraceCallMany } from './many-calls';
import { decimal, firstOf, type Pasted, textOf } from './pasted';
import { accountsOf, blockOf, fieldsOf, stepOf } from './rpc-calls';
import { readTyped } from './typed-request';
import { readUserOperation } from './user-operation';

const SINGLE = new Set([
  'eth_call',
  'eth_estimateGas',
  'eth_createAccessList',
  'eth_sendTransaction',
  'debug_traceCall',
  'trace_call',
  'tenderly_simulateTransaction',
]);

/** `body` has a method; its other fields are untrusted. */
export function readRpcBody(body: Record<string, unknown>, network: string): Result<Pasted, string> {
  const method = textOf(body.method);
  const params = Array.isArray(body.params) ? body.params : [];
  if (SINGLE.has(method)) return readSingle(method, params, network);
  if (method === 'eth_simulateV1') return readSimulateV1(params, network);
  if (method === 'tenderly_simulateBundle') return readBundle(params, network);
  if (method === 'eth_callMany') return readCallMany(params, network);
  if (method === 'trace_callMany') return readTraceCallMany(params, network);
  if (method === 'wallet_sendCalls') return readSendCalls(params, network);
  if (/^eth_signTypedData(_v[34])?$/.test(method))
    return readTyped(textOf(params[0]), params[1], network, `Typed data to be signed, written for ${method}`);
  if (/^eth_(send|estimate)UserOperation(Gas)?$/.test(method)) return readUserOperation(params, network);
  if (method === 'eth_sendRawTransaction') return fail('Paste the signed transaction alone, the hex digits in params.');
  return fail(`${method.slice(0, 60)} neither simulates nor sends anything.`);
}

function readSingle(method: string, params: readonly unknown[], network: string): Result<Pasted, string> {
  // trace_call has the kinds of trace between call and block.
  const [call, ...rest] = method === 'trace_call' ? params.filter((_, at) => at !== 1) : params;
  if (!isFields(call)) return fail(`${method} needs a call as its first parameter.`);
  const notes: string[] = [];
  const [block, third, fourth] = rest;
  const configured = method === 'debug_traceCall' && isFields(third) ? third : undefined;
  const overrides = configured === undefined ? third : configured.stateOverrides;
  const fields = configured === undefined ? fourth : configured.blockOverrides;
  const draft = emptyDraft(network, [stepOf(call, notes)]);
  const [only] = draft.blocks;
  if (only === undefined) return fail('There is no call.');
  return ok({
    kind: `One call, written for ${method}`,
    draft: {
      ...draft,
      network: decimal(firstOf(call, 'chainId')) || network,
      block: blockOf(block, notes),
      blocks: [{ ...only, ...fieldsOf(fields, notes), accounts: accountsOf(overrides) }],
    },
    notes,
  });
}

function readSimulateV1(params: readonly unknown[], network: string): Result<Pasted, string> {
  const [payload, at] = params;
  if (!isFields(payload) || !Array.isArray(payload.blockStateCalls) || payload.blockStateCalls.length === 0)
    return fail('eth_simulateV1 needs blockStateCalls, a list of blocks with calls.');
  const notes: string[] = [];
  const manner = payload.validation === true ? 'checked' : 'free';
  if (manner === 'free') notes.push('Without validation the node takes no fees: the steps are set to pay nothing.');
  const blocks = payload.blockStateCalls.filter(isFields).map((block): BlockDraft => {
    const calls = Array.isArray(block.calls) ? block.calls.filter(isFields) : [];
    return {
      ...emptyBlock(calls.map((call) => ({ ...stepOf(call, notes), manner, goesOn: true }))),
      ...fieldsOf(block.blockOverrides, notes),
      accounts: accountsOf(block.stateOverrides),
    };
  });
  const count = blocks.reduce((sum, { steps }) => sum + steps.length, 0);
  if (count === 0) return fail('eth_simulateV1 has no call in any of its blocks.');
  return ok({
    kind: `${count} ${count === 1 ? 'call' : 'calls'} in ${blocks.length} ${blocks.length === 1 ? 'block' : 'blocks'}, written for eth_simulateV1`,
    draft: { ...emptyDraft(network), block: blockOf(at, notes), blocks },
    notes,
  });
}

function readBundle(params: readonly unknown[], network: string): Result<Pasted, string> {
  const [calls, block, overrides] = params;
  const listed = Array.isArray(calls) ? calls.filter(isFields) : [];
  if (listed.length === 0) return fail('tenderly_simulateBundle needs a list of calls.');
  const notes: string[] = [];
  const draft = emptyDraft(
    network,
    listed.map((call) => stepOf(call, notes)),
  );
  return ok({
    kind: `${listed.length} calls, written for tenderly_simulateBundle`,
    draft: {
      ...draft,
      block: blockOf(block, notes),
      blocks: draft.blocks.map((each) => ({ ...each, accounts: accountsOf(overrides) })),
    },
    notes,
  });
}

function readSendCalls(params: readonly unknown[], network: string): Result<Pasted, string> {
  const [request] = params;
  if (!isFields(request) || !Array.isArray(request.calls)) return fail('wallet_sendCalls needs a list of calls.');
  const from = textOf(request.from);
  const notes: string[] = [];
  const calls = request.calls.filter(isFields).map((call) => ({ ...stepOf(call, notes), from }));
  if (calls.length === 0) return fail('wallet_sendCalls has no call.');
  return ok({
    kind: `${calls.length} calls, written for wallet_sendCalls (EIP-5792)`,
    draft: emptyDraft(decimal(textOf(request.chainId)) || network, calls),
    notes,
  });
}
