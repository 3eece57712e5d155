/**
 * Lies of an endpoint in front of a real node: none may reach a level of proof
 * that it does not deserve, and each has to be named to the reader. Honest
 * endpoints keep their level.
 */

import { PROOF_LEVELS, type ProofLevel, proofLevel } from '../../../src/core/proof/proof-level';
import { savePreference } from '../../../src/db/reader/preferences';
import type { TraceEvent, TraceSummary } from '../../../src/workers/trace/open-trace.api';
import { startFaultProxy } from '../../fault-proxy';
import { FEE_ACCOUNTS } from '../../l1-block';
import { openTrace } from '../../open-trace';
import { judge } from '../check';
import { LIES } from '../lies/cases';
import { type LieChain, startLieChain } from '../lies/chain';
import { type EndpointKind, type Lie, type LieCase, ofPrestate, together } from '../lies/lie';
import { keyOf, newJob, startEngine } from '../recorded/engine';
import type { Suite } from '../suite';

const RANKS: readonly (ProofLevel | 'none')[] = ['none', ...PROOF_LEVELS];

const OP = 10;
const NOT_PAID = /insufficient funds for gas/;

/** Endpoints that say what is so, and the level that they reach with a transaction alone in its block and one in the middle. */
const HONEST: readonly {
  name: string;
  kind: EndpointKind;
  refuse?: RegExp;
  target: string;
  level: ProofLevel | 'none';
}[] = [
  ...['ether', 'token', 'nested', 'creation', 'failed', 'many0'].map(
    (target) => ({ name: 'all methods', kind: 'whole', target, level: 'proven' }) as const,
  ),
  ...['ether', 'token', 'nested', 'creation', 'failed', 'many0', 'many2', 'many4'].map(
    (target) => ({ name: 'plain methods', kind: 'plain', target, level: 'proven' }) as const,
  ),
  { name: 'all methods, in the middle of a block', kind: 'whole', target: 'many3', level: 'included' },
  { name: 'no proofs', kind: 'plain', refuse: /eth_getProof/, target: 'many2', level: 'included' },
  { name: 'no receipts of a block', kind: 'plain', refuse: /eth_getBlockReceipts/, target: 'many2', level: 'proven' },
  ...['ether', 'token', 'nested', 'creation', 'failed', 'many2'].map(
    (target) => ({ name: 'calls of the node only', kind: 'callsOnly', target, level: 'none' }) as const,
  ),
];

export const suite: Suite = {
  name: 'lies',
  needsNoData: true,
  async *run() {
    yield* toldOf('', await startLieChain(31337));
    yield* toldOf('OP chain, ', await startLieChain(OP, true));
    yield* toldOfUnknownChain();
  },
};

/**
 * A chain whose rules are known: each lie has the level that it deserves, and is named. Stops the chain. On the OP Stack
 * a lie about every slot is one about fees, so that nobody could have paid.
 */
async function* toldOf(of: string, chain: LieChain): ReturnType<Suite['run']> {
  const isOpStack = chain.chainId === OP;
  const honest = HONEST.map((each) => (isOpStack && each.target === 'many3' ? { ...each, level: 'proven' } : each));
  const lies = isOpStack ? LIES.flatMap(onOpStack) : LIES;
  const proxy = await startFaultProxy(chain.anvil.url);
  const open = (target: string, kind: EndpointKind, lie?: Lie, refuse?: RegExp) => {
    const refused = kind === 'plain' ? /^(debug|trace|ots)_|eth_createAccessList/ : /^(trace|ots)_/;
    const both = refuse === undefined ? refused : new RegExp(`${refused.source}|${refuse.source}`);
    proxy.set({ refuse: both, ...(lie === undefined ? {} : { lie }) });
    return openThrough(chain, proxy.url, target, kind);
  };
  try {
    for (const { name, kind, target, level, refuse } of honest) {
      yield await judge(`${of}honest, ${name}: ${target}`, async (check) => {
        const seen = await open(target, kind, undefined, refuse);
        check.equal(`level, told ${seen.told.join(' | ')}`, seen.level, level);
        check.equal('contradictions', seen.contradictions.join(' '), '');
      });
    }
    for (const { name, target, kind, lie, deserves, told, token, runsToken, isNoProxy } of lies) {
      yield await judge(`${of}${kind}, ${target}, ${name}`, async (check) => {
        const about = chain.targets.get(target);
        if (about === undefined) throw new Error(`there is no transaction ${target}`);
        const seen = await open(target, kind, lie(chain, about));
        const isDeserved = RANKS.indexOf(seen.level) <= RANKS.indexOf(deserves);
        check.that(`reached ${seen.level}, deserves ${deserves}`, isDeserved);
        check.that('it is shown as verified', deserves !== 'none' || seen.isDoubted);
        check.that(
          `told ${String(told)}, not: ${seen.told.join(' | ').slice(0, 600)}`,
          seen.told.some((each) => told.test(each) || (isOpStack && NOT_PAID.test(each))),
        );
        if (token !== undefined) check.equal('the token', seen.token, token);
        if (runsToken) check.equal('the implementation', seen.implementation, chain.token);
        if (isNoProxy) check.equal('the implementation', seen.implementation, undefined);
      });
    }
  } finally {
    await proxy.stop();
    await chain.stop();
  }
}

/** The node's prestateTracer leaves out by which accounts fees go, so that plain calls are taken; a liar adds them. */
function onOpStack(each: LieCase): readonly LieCase[] {
  if (!each.name.startsWith('prestate: ')) return [each];
  const whole = ofPrestate((accounts) => ({ ...FEE_ACCOUNTS, ...accounts }));
  return [
    { ...each, name: `${each.name}, without L1Block`, deserves: 'proven', told: /leaves out/ },
    { ...each, name: `${each.name}, with L1Block`, lie: (...about) => together(each.lie(...about), whole) },
  ];
}

/** A chain whose rules are not known, by a node that does not say what it is: whatever is told of it, no level above the comparison holds. */
async function* toldOfUnknownChain(): ReturnType<Suite['run']> {
  const chain = await startLieChain(9_994_242);
  const proxy = await startFaultProxy(chain.anvil.url);
  const most = RANKS.indexOf('compared');
  const open = (target: string, kind: EndpointKind, lie?: Lie) => {
    const silent = /^(anvil_nodeInfo|hardhat_metadata|eth_config|trace_.*|ots_.*)$/;
    const refuse = kind === 'plain' ? new RegExp(`${silent.source}|^debug_|eth_createAccessList`) : silent;
    proxy.set({ refuse, ...(lie === undefined ? {} : { lie }) });
    return openThrough(chain, proxy.url, target, kind);
  };
  try {
    for (const { name, kind, target, level } of HONEST.filter(({ refuse }) => refuse === undefined))
      yield await judge(`unknown chain, honest, ${name}: ${target}`, async (check) => {
        const seen = await open(target, kind);
        check.equal(`level, told ${seen.told.join(' | ')}`, seen.level, level === 'none' ? 'none' : 'compared');
        check.equal('contradictions', seen.contradictions.join(' '), '');
      });
    for (const { name, target, kind, lie } of LIES)
      yield await judge(`unknown chain, ${kind}, ${target}, ${name}`, async (check) => {
        const about = chain.targets.get(target);
        if (about === undefined) throw new Error(`there is no transaction ${target}`);
        const seen = await open(target, kind, lie(chain, about));
        check.that(`reached ${seen.level}`, RANKS.indexOf(seen.level) <= most);
      });
  } finally {
    await proxy.stop();
    await chain.stop();
  }
}

/** What the reader is shown in the end: the level, and every sentence about what is not so or was not taken. */
type Seen = {
  level: ProofLevel | 'none';
  /** The page is green nowhere: status, badge and title say that it is not verified, or nothing is shown. */
  isDoubted: boolean;
  told: readonly string[];
  contradictions: readonly string[];
  /** Symbol and decimals of the token that moved. */
  token?: string;
  /** Implementation of the contract that was called. */
  implementation?: string;
};

async function openThrough(chain: LieChain, url: string, target: string, kind: EndpointKind): Promise<Seen> {
  const { engine, done } = await startEngine(chain.chainId, url);
  if (kind === 'callsOnly') await savePreference('stepLimit', 0);
  const events: TraceEvent[] = [];
  await engine.trace.subscribe((event) => events.push(event));
  try {
    const key = keyOf(chain.chainId, String(chain.targets.get(target)?.hash));
    const opened = await openTrace(engine, newJob(), key);
    if (!opened.ok)
      return {
        level: 'none',
        isDoubted: true,
        told: [opened.error.message, opened.error.raw ?? ''],
        contradictions: [],
      };
    await engine.settled();
    const [token] = (await engine.trace.transfers(opened.value.handle)).tokens;
    const seen = toSeen(events.reduce(afterEvent, opened.value as TraceSummary));
    const to = chain.targets.get(target)?.transaction.to;
    const called = (await engine.trace.contracts(opened.value.handle)).find(({ address }) => address === to);
    const implementation = called?.proxy?.implementation;
    return {
      ...seen,
      ...(token && { token: `${token.symbol} ${token.decimals}` }),
      ...(implementation && { implementation }),
    };
  } finally {
    await done();
  }
}

function afterEvent(summary: TraceSummary, event: TraceEvent): TraceSummary {
  if (event.handle !== summary.handle) return summary;
  if (event.type === 'replayed') return event.summary;
  return event.type === 'proven' ? { ...summary, verification: event.verification, doubt: event.doubt } : summary;
}

function toSeen(summary: TraceSummary): Seen {
  const { verification, skipped, doubt, contradictions = [] } = summary;
  const checked = verification?.checked;
  const level = checked === undefined ? undefined : proofLevel(checked);
  const state = checked?.state;
  const found = checked?.contradiction === undefined ? contradictions : [...contradictions, checked.contradiction];
  return {
    level: level === undefined || level === 'contradicted' ? 'none' : level,
    isDoubted: doubt !== undefined,
    told: [
      ...skipped.map(({ reason }) => reason),
      ...(checked?.unchecked ?? []),
      ...(checked?.notIncluded === undefined ? [] : [checked.notIncluded]),
      ...(state?.isProven === false ? [state.reason] : []),
      ...found,
      ...(doubt === undefined ? [] : [doubt.reason]),
    ],
    contradictions: found,
  };
}
