/**
 * The JSON of each command, as a form that takes nothing else: the tests hold what commands print against it, and the
 * pages of the commands show it. A field that is added here is new; none changes its meaning without a new version.
 */
import * as v from 'valibot';
import { NAME_ORIGINS } from '../../../src/core/chain/name';
import type { ValueFact } from './values';

type Form = v.GenericSchema<unknown>;

const text = v.string();
const flag = v.boolean();
const yes = v.literal(true);
/** A whole number from 0 on. */
const number = v.pipe(v.number(), v.integer(), v.minValue(0), v.title('number'));
/** Seconds or milliseconds by the clock. */
const time = v.pipe(v.number(), v.minValue(0), v.title('time'));
const titled = (title: string, pattern: RegExp) => v.pipe(text, v.regex(pattern), v.title(title));
const address = titled('address', /^0x[\da-f]{40}$/);
const hash = titled('hash', /^0x[\da-f]{64}$/);
const hex = titled('hex', /^0x([\da-f]{2})*$/);
/** A word, or a number in hex without leading zeros. */
const quantity = titled('quantity', /^0x[\da-f]+$/);
const selector = titled('selector', /^0x[\da-f]{8}$/);
/** A row's place among its siblings, after the places of the rows above it. */
const path = titled('path', /^\d+(\.[a-z]?\d+)*$/);
const integer = titled('integer', /^-?\d+$/);
const opt = v.exactOptional;
const list = v.array;
const one = v.strictObject;
const change = <T extends Form>(form: T) => one({ before: form, after: form });
const head = <Name extends string>(name: Name) => ({ format: v.literal(name), version: v.literal(1) });
/** Says why there is nothing. */
const why = one({ why: text });

const name = v.pipe(one({ text, origin: v.picklist(NAME_ORIGINS) }), v.title('Name'));
const value: v.GenericSchema<ValueFact> = v.pipe(
  one({
    ...{ name: text, type: text, value: v.union([text, list(v.lazy(() => value))]) },
    ...{
      length: opt(number),
      member: opt(text),
      label: opt(text),
      amount: opt(text),
      isUnknown: opt(yes),
      isUnlisted: opt(yes),
    },
    ...{ isHash: opt(yes), calls: opt(list(v.lazy(() => value))) },
  }),
  v.title('Value'),
);
const values = list(value);
const place = one({ file: text, line: number });
const variables = list(one({ path: text, before: value, after: value }));

const call = v.pipe(
  one({
    ...{ id: path, depth: number, kind: text, from: address, fromName: opt(name), to: opt(address), toName: opt(name) },
    ...{ implementation: opt(address), function: opt(name), selector: opt(selector), inputs: opt(values) },
    ...{ outputs: opt(values), value: opt(integer), gas: opt(number), gasUsed: opt(number), failed: opt(yes) },
    ...{ undone: opt(yes), caught: opt(yes) },
    error: opt(one({ message: text, name: opt(name), arguments: opt(values), reason: opt(text) })),
    ...{ place: opt(place), slot: opt(hash), before: opt(hash), after: opt(hash), transient: opt(yes) },
    values: opt(variables),
  }),
  v.title('Call'),
);

const levels = v.picklist(['compared', 'executed', 'included', 'proven']);
const transaction = one({
  ...head('loupe-transaction'),
  network: one({ id: number, name: text, currency: one({ symbol: text, decimals: number }) }),
  hash,
  status: v.picklist(['success', 'failed', 'pending', 'unknown']),
  sentence: text,
  block: opt(one({ number, hash, index: number, timestamp: opt(number) })),
  ...{
    from: address,
    to: opt(address),
    created: opt(address),
    nonce: number,
    type: number,
    value: integer,
    input: hex,
  },
  ...{ gasLimit: v.union([number, integer]), gasUsed: opt(number), fee: opt(integer) },
  fees: opt(list(one({ kind: text, amount: integer, to: opt(address) }))),
  minted: opt(one({ amount: integer, from: opt(address) })),
  tokenFee: opt(one({ token: address, amount: integer })),
  ...{ accessList: opt(list(one({ address, storageKeys: list(hash) }))), blobs: opt(list(hash)) },
  authorizations: opt(
    list(
      one({
        ...{ authority: opt(address), delegate: address, chainId: integer, nonce: integer, applied: opt(flag) },
        refusal: opt(v.picklist(['chain', 'signature', 'code', 'nonce'])),
      }),
    ),
  ),
  noTrace: opt(text),
  proof: opt(
    one({
      method: text,
      level: opt(v.picklist(['compared', 'executed', 'included', 'proven', 'contradicted'])),
      ...{ fromFile: opt(yes), steps: opt(number) },
      levels: list(one({ level: levels, holds: flag, sentence: text })),
      ...{ word: list(text), notChecked: list(text), doubt: opt(text), limitations: list(text) },
      skipped: list(one({ method: text, reason: text })),
    }),
  ),
  failure: opt(one({ id: path, reason: text, message: text, name: opt(name), arguments: opt(values) })),
  stack: opt(
    v.union([
      list(
        one({
          id: opt(path),
          contract: text,
          function: text,
          kind: text,
          step: opt(number),
          place: opt(place),
          sentence: text,
        }),
      ),
      why,
    ]),
  ),
  console: opt(list(one({ text, place: opt(place) }))),
  calls: opt(one({ count: number, rows: list(call) })),
  events: opt(
    one({
      count: number,
      rows: list(
        one({
          ...{ id: path, address, name: opt(name), event: opt(name), inputs: opt(values), topics: list(hash) },
          ...{ data: hex, bytes: opt(number) },
        }),
      ),
    }),
  ),
  assets: opt(
    one({
      ...{ undone: flag, unsure: opt(yes), count: number },
      transfers: list(
        one({
          ...{ id: path, standard: text, token: opt(address), from: address, to: address, amount: integer },
          tokenId: opt(integer),
        }),
      ),
      changes: list(
        one({
          ...{ address, standard: text, token: opt(address), tokenId: opt(integer), amount: integer },
          held: opt(integer),
        }),
      ),
      tokens: list(
        one({
          ...{ address, standard: text, symbol: opt(text), decimals: opt(number), name: opt(name) },
          items: opt(list(one({ tokenId: integer, symbol: opt(text), decimals: opt(number) }))),
        }),
      ),
      malformed: opt(list(one({ id: path, sentence: text }))),
    }),
  ),
  state: opt(
    v.union([
      one({
        origin: v.picklist(['replay', 'prestateTracer']),
        accounts: list(
          one({
            ...{ address, name: opt(name), coinbase: opt(yes), created: opt(yes), destructed: opt(yes) },
            ...{ balance: opt(change(integer)), nonce: opt(change(number)), code: opt(change(number)) },
            storage: list(one({ slot: hash, before: hash, after: hash, variables })),
          }),
        ),
      }),
      why,
    ]),
  ),
  unvouched: text,
});

const step = one({
  ...head('loupe-step'),
  ...{ step: number, pc: number, instruction: text, gas: number, cost: opt(number), depth: number, address },
  ...{ codeAddress: address, caller: address, value: integer },
  place: opt(one({ file: text, line: number, text })),
  why: opt(text),
  calls: list(one({ contract: text, function: text, address, file: text, line: number, step: number })),
  ...{ variables: values, variablesWhy: opt(text), state: values, stack: list(quantity) },
  ...{ memory: hex, calldata: hex, returndata: hex },
  storage: list(one({ slot: quantity, value: quantity, original: quantity })),
  expressions: opt(
    list(v.union([one({ expression: text, value, note: opt(text) }), one({ expression: text, why: text })])),
  ),
});

const changes = one({
  ...{ ...head('loupe-changes'), expression: text, statements: number, inScope: number },
  changes: list(
    one({
      step: number,
      by: opt(one({ contract: text, function: text, file: text, line: number })),
      before: opt(value),
      after: value,
    }),
  ),
  next: opt(number),
});

const tally = v.record(v.picklist(['same', 'changed', 'added', 'removed']), number);
const difference = one({
  ...{ ...head('loupe-difference'), isSame: flag, a: hash, b: hash, rowCount: number, concernedCount: number },
  ...{ calls: tally, events: tally },
  rows: list(one({ change: v.picklist(['same', 'changed', 'added', 'removed']), a: opt(call), b: opt(call) })),
  gas: list(
    one({
      ...{ address: opt(address), name: opt(text), selector: opt(selector), function: opt(text) },
      ...{ callsA: number, callsB: number, gasA: opt(number), gasB: opt(number) },
    }),
  ),
  state: v.union([
    list(
      one({
        ...{ address, field: v.picklist(['balance', 'nonce', 'code', 'storage']), slot: opt(hash) },
        ...{ a: opt(change(text)), b: opt(change(text)) },
      }),
    ),
    why,
  ]),
});

const gasLines = one({
  ...{ ...head('loupe-gas-lines'), executed: number, initial: number, count: number },
  lines: list(
    one({
      ...{ address: opt(address), name: opt(text), file: opt(text), line: number, text },
      ...{ own: number, total: number, runs: number },
    }),
  ),
});

const decoded = one({
  ...head('loupe-decoded'),
  readings: list(
    one({
      kind: v.picklist(['call', 'error', 'event']),
      signature: text,
      origin: text,
      fits: flag,
      inputs: opt(values),
    }),
  ),
});

const storage = v.union([
  one({
    ...{ ...head('loupe-storage'), address, block: number },
    variables: list(
      one({
        kind: v.picklist(['storage', 'transient', 'immutable', 'namespace']),
        ...{ declaredIn: text, namespace: text, slot: v.union([hash, v.literal('')]), offset: number, value },
      }),
    ),
  }),
  one({
    ...{ ...head('loupe-storage'), address, block: number, path: text, type: opt(text), slot: opt(hash) },
    ...{ word: opt(hash), value: opt(value) },
  }),
]);

const knowledge = {
  ...{ name: opt(name), abi: list(v.record(text, v.unknown())), abiOrigin: opt(v.picklist(NAME_ORIGINS)) },
  proxy: opt(
    one({
      kind: text,
      implementation: address,
      through: opt(list(one({ address, kind: text }))),
      isEndless: opt(yes),
      isCut: opt(yes),
      beacon: opt(address),
      admin: opt(address),
      arguments: opt(hex),
      isWritten: opt(yes),
    }),
  ),
  ...{ match: opt(v.picklist(['exact', 'partial'])), compilerVersion: opt(text) },
};
const contractFields = {
  ...{ address, type: v.picklist(['contract', 'wallet']), nonce: number, codeSize: number, codeHash: opt(hash) },
  token: opt(
    one({
      ...{ networkId: number, address, standard: text, symbol: opt(text), name: opt(text), decimals: opt(number) },
    }),
  ),
  ...{ balance: opt(integer), ...knowledge },
  ...{ implementation: opt(one({ address, ...knowledge })), facets: opt(list(address)) },
  blueprint: opt(
    one({
      size: number,
      creates: opt(
        one({ contract: text, file: text, match: v.picklist(['exact', 'partial']), compilerVersion: opt(text) }),
      ),
    }),
  ),
  source: opt(
    one({
      ...{ origin: text, match: v.picklist(['exact', 'partial']), language: text, compilerVersion: text },
      ...{ file: text, contract: text, files: list(text) },
    }),
  ),
};
const contract = one({ ...head('loupe-contract'), ...contractFields });

const verification = v.union([
  one({
    ...{ ...contractFields, ...head('loupe-verification'), compared: address, statedBy: v.literal('buildOutput') },
    match: v.picklist(['exact', 'partial', 'none']),
  }),
  one({
    ...{ ...head('loupe-verification'), address, compared: address, statedBy: v.literal('sourcify') },
    ...{ match: v.picklist(['exact', 'partial']), name: opt(text), compilerVersion: opt(text) },
  }),
]);

const simulated = {
  ...{ file: text, code: v.picklist([0, 1, 2]), problem: opt(text), block: opt(number) },
  steps: opt(
    list(
      one({
        ...{ label: text, isAsExpected: flag, words: text, gasUsed: opt(number), reason: opt(text), unmet: list(text) },
        state: opt(list(one({ address, field: text, before: text, after: text }))),
      }),
    ),
  ),
};
const simulations = one({ ...head('loupe-simulations'), reports: list(one(simulated)) });
const check = one({ ...head('loupe-check'), reports: list(one({ ...simulated, seconds: time })) });

const share = one({ hit: number, of: number });
const testResult = one({
  signature: text,
  kind: v.picklist(['unit', 'fuzz', 'invariant', 'table']),
  status: v.picklist(['passed', 'failed', 'skipped']),
  ...{ reason: opt(text), place: opt(place), compared: opt(one({ left: text, operator: text, right: text })) },
  reads: opt(
    list(
      one({
        ...{ contract: text, name: text, value: text },
        written: opt(
          one({
            call: v.picklist(['deployment', 'setUp', 'test', 'call']),
            ...{ before: number, step: number, place: opt(place) },
          }),
        ),
      }),
    ),
  ),
  gas: number,
  counts: opt(
    one({
      ...{ runs: number, calls: opt(number), reverts: opt(number), meanGas: number, medianGas: number },
      rejected: number,
    }),
  ),
  counterexample: opt(
    list(
      one({
        ...{ calldata: hex, signature: text, args: list(text), sender: address },
        ...{ target: opt(one({ address, name: opt(text) })), value: opt(integer) },
      }),
    ),
  ),
  ...{ console: list(text), labels: v.record(address, text), duration: time, unsupported: opt(text) },
});
const tests = one({
  ...head('loupe-tests'),
  suites: list(one({ suite: text, tests: list(testResult), warnings: list(text), duration: time })),
  coverage: opt(list(one({ file: text, lines: share, statements: share, branches: share, functions: share }))),
});

/** A line of `loupe watch`. */
const find = one({
  ...head('loupe-find'),
  ...{ watch: text, what: text, blockNumber: number, blockHash: hash, transactionHash: opt(hash) },
});

/** What `--json` of each command prints; two of `step`: at a step, and with --watch. */
export const FORMS: Readonly<Record<string, readonly Form[]>> = {
  ...{ tx: [transaction], open: [transaction], step: [step, changes], diff: [difference], profile: [gasLines] },
  ...{ decode: [decoded], storage: [storage], contract: [contract], verify: [verification] },
  ...{ simulate: [simulations], check: [check], test: [tests], watch: [find] },
};
