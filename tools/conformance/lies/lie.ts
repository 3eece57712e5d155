/** What a lie is, and the words that lies are written in. */
import type { ProofLevel } from '../../../src/core/proof/proof-level';
import type { LieChain, LieTarget } from './chain';

/** Returns what the endpoint says instead of `result`. */
export type Lie = (method: string, params: readonly unknown[], result: unknown) => unknown;

/** What the endpoint offers: everything, no methods of the debug namespace, or only its own calls with executing switched off. */
export type EndpointKind = 'whole' | 'plain' | 'callsOnly';

export type LieCase = {
  name: string;
  /** Name of a transaction of the chain. */
  target: string;
  kind: EndpointKind;
  lie: (chain: LieChain, target: LieTarget) => Lie;
  /** The highest level that what is shown deserves; `none` where nothing may be shown as executed. */
  deserves: ProofLevel | 'none';
  /** Matches a sentence that the reader has to be told. */
  told: RegExp;
  /** Symbol and decimals that the amounts of the token are shown with. */
  token?: string;
  /** The code of the token is shown as that of the contract that was called. */
  runsToken?: true;
  /** The contract that was called is shown as running its own code. */
  isNoProxy?: true;
};

type Fields = Record<string, unknown>;

/** Changes fields of what one of `methods` answers. */
export function changed(
  methods: RegExp,
  change: Fields | ((result: Fields, params: readonly unknown[]) => Fields),
): Lie {
  return (method, params, result) => {
    if (!methods.test(method) || typeof result !== 'object' || result === null) return result;
    const answered = result as Fields;
    return { ...answered, ...(typeof change === 'function' ? change(answered, params) : change) };
  };
}

/** Leaves fields out of what one of `methods` answers. */
export function without(methods: RegExp, fields: readonly string[]): Lie {
  return (method, _, result) => {
    if (!methods.test(method) || typeof result !== 'object' || result === null) return result;
    return Object.fromEntries(Object.entries(result).filter(([name]) => !fields.includes(name)));
  };
}

/** Combines lies, one after the other. */
export function together(...lies: readonly Lie[]): Lie {
  return (method, params, result) => lies.reduce((told, lie) => lie(method, params, told), result);
}

/** Lies about fields of the transaction, wherever it is answered: alone and in its block. */
export function ofTransaction(hash: string, change: Fields): Lie {
  const alter = (each: unknown) => ((each as Fields | null)?.hash === hash ? { ...(each as Fields), ...change } : each);
  return (method, _, result) => {
    if (method === 'eth_getTransactionByHash') return alter(result);
    if (!/^eth_getBlockBy/.test(method)) return result;
    const { transactions, ...block } = result as Fields & { transactions: unknown[] };
    return { ...block, transactions: transactions.map(alter) };
  };
}

/** Lies about fields of the receipt, wherever it is answered: alone and among those of its block. */
export function ofReceipt(hash: string, change: Fields | ((receipt: Fields) => Fields)): Lie {
  const alter = (each: unknown) => {
    const receipt = each as Fields | null;
    if (receipt?.transactionHash !== hash) return each;
    return { ...receipt, ...(typeof change === 'function' ? change(receipt) : change) };
  };
  return (method, _, result) => {
    if (method === 'eth_getTransactionReceipt') return alter(result);
    return method === 'eth_getBlockReceipts' ? (result as unknown[]).map(alter) : result;
  };
}

/** Lies about fields of the block with this hash, however it is asked for. */
export function ofBlock(hash: string, change: Fields): Lie {
  return (method, _, result) => {
    const block = result as Fields | null;
    return /^eth_getBlockBy/.test(method) && block?.hash === hash ? { ...block, ...change } : result;
  };
}

/** Lies about the frames of callTracer's answer, the root first. */
export function ofCalls(change: (root: Fields & { calls?: Fields[] }) => Fields): Lie {
  return (method, params, result) => {
    const tracer = (params[1] as { tracer?: string } | undefined)?.tracer;
    return method === 'debug_traceTransaction' && tracer === 'callTracer' ? change(result as Fields) : result;
  };
}

/** Lies about the accounts of prestateTracer's answer. */
export function ofPrestate(change: (accounts: Record<string, Fields>) => Record<string, Fields>): Lie {
  return (method, params, result) => {
    const tracer = (params[1] as { tracer?: string } | undefined)?.tracer;
    return method === 'debug_traceTransaction' && tracer === 'prestateTracer'
      ? change(structuredClone(result) as Record<string, Fields>)
      : result;
  };
}
