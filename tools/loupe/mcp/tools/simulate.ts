/** The tool that executes what nobody mined, on the chain's state with overrides. Nothing is sent. */
import { packDraft } from '../../../../src/app/views/simulator/share-link';
import { formatInteger } from '../../../../src/core/format/counts';
import { draftOf } from '../../../../src/core/simulation/draft';
import { encodeTyped } from '../../../../src/core/simulation/encode-text';
import { harmlessText } from '../../../../src/core/text/harmless';
import { openTrace } from '../../../open-trace';
import { JOB } from '../../open-chain';
import { Answer, SIZE } from '../answer';
import { BadInput, type Given, listOf, oneOf, optional, record, text } from '../fields';
import { type McpSession, ToolFailure } from '../session';
import { NETWORK, size, tool } from '../tool';

const field = (description: string, most = 300) => optional(text(description, undefined, 'a text', most));

const STEP = record('A transaction; amounts are wei or have a unit, "1.5 ether"', {
  from: text('Sender; nobody signs, so it may be anybody', /^0x[\da-fA-F]{40}$/, '0x and 40 hex digits', 42),
  to: field('Receiver; without it a contract is created from input'),
  value: field('Ether that is sent along'),
  input: field('Calldata, or creation code', 270_000),
  function: field('In place of input: the function, transfer(address to, uint256 amount)', 2_000),
  arguments: optional(listOf('Its arguments as texts', text('As one types it', undefined, 'a text', 10_000), 100)),
  gas: field('Gas limit'),
  manner: optional(
    oneOf(
      'paid: fees are taken, and ether that is missing is lent; free: as eth_call; checked: as a signed transaction',
      ['paid', 'free', 'checked'],
    ),
  ),
});
const ACCOUNT = record('What an account has instead of what it has', {
  address: text('The account', /^0x[\da-fA-F]{40}$/, '0x and 40 hex digits', 42),
  balance: field('Ether'),
  nonce: field('Nonce'),
  code: field('Runtime code', 270_000),
  slots: field('Lines "slot = value"', 20_000),
  variables: field('Lines "balances[0x…] = 5", by the names of its source', 20_000),
});
const TOKEN = record('An amount of a token that somebody has, or with a spender what that one may take', {
  ...{ token: field('The token'), holder: field('Who has it'), spender: field('Who may take it') },
  amount: field('In the smallest unit, "1.5 tokens", or max'),
});

const FIELDS = {
  steps: listOf('Transactions, one after the other on the same state', STEP, 20),
  accounts: optional(listOf('Overrides of accounts', ACCOUNT, 50)),
  tokens: optional(listOf('Overrides of token amounts', TOKEN, 50)),
  block: optional(
    text(
      'latest, pending, or a number: the state that it stands on',
      /^(latest|pending|\d{1,15})$/,
      'latest, pending or a number',
      20,
    ),
  ),
  timestamp: field('Second that the block says, unless its own'),
  network: NETWORK,
  size,
};

export const simulate = tool({
  name: 'simulate',
  description:
    'Executes transactions that nobody mined, with overrides of balances, code, storage, variables and token amounts. Sends nothing. Each step has a hash by which the other tools open it as a transaction.',
  fields: FIELDS,
  async run(session, given) {
    const networkId = await session.networkOf(given.network);
    const draft = draftFrom(given, networkId);
    const { trace } = session.engine;
    const ran = session.answered(await trace.runSimulation(JOB, draft));
    await session.engine.settled();
    const packed = await packDraft(draft);
    const link = `${session.link(networkId, 'simulator/new')}${packed.length <= 400 ? `#s=${packed}` : ''}`;
    session.rememberSimulation(ran.id, link);
    const proof = `executed here on block ${ran.block.number}; the state that was read (${ran.read.accounts} accounts, ${ran.read.slots} slots) is the endpoint's word, and nothing of it is on the chain`;
    const answer = new Answer({ proof, link }, given.size ?? SIZE.usual);
    for (const [at, { hash, outcome }] of ran.steps.entries()) {
      const words =
        outcome.state === 'executed'
          ? `${outcome.success ? 'succeeds' : 'fails'}, ${formatInteger(outcome.gasUsed)} gas`
          : outcome.state === 'invalid'
            ? `cannot be in a block: ${outcome.reason}`
            : 'was not run';
      answer.line(`step ${at + 1} ${words}${hash === undefined ? '' : `; transaction ${hash}`}`);
      if (outcome.state !== 'executed') continue;
      const why = outcome.success || hash === undefined ? undefined : await reasonOf(session, networkId, hash);
      if (why !== undefined) answer.line(`  because ${harmlessText(why, 300)}`);
      if (outcome.success && outcome.output !== '0x') answer.line(`  returns ${outcome.output.slice(0, 260)}`);
      if (outcome.created) answer.line(`  creates ${outcome.created}`);
      if (outcome.logs.length > 0) answer.line(`  ${outcome.logs.length} events`);
    }
    for (const { name, address, key, value } of ran.placed)
      answer.line(`override ${harmlessText(name, 120)}: slot ${key} of ${address} is ${value}`);
    return answer.text();
  },
});

/** The simulation that the arguments describe. Throws a `BadInput` where they describe none. */
function draftFrom(given: Given<typeof FIELDS>, networkId: number) {
  const steps = given.steps.map(({ function: signature, arguments: args, ...step }, at) => {
    if (signature === undefined) return plain(step);
    if (step.input !== undefined)
      throw new BadInput(`steps[${at}] has an input and a function; one of both is enough.`);
    const encoded = encodeTyped(signature, args ?? []);
    if (!encoded.ok) throw new BadInput(`steps[${at}]: ${harmlessText(encoded.error, 300)}`);
    return plain({ ...step, input: encoded.value, signature, args: args ?? [] });
  });
  const block = { accounts: (given.accounts ?? []).map(plain), tokens: (given.tokens ?? []).map(plain), steps };
  const draft = draftOf({
    ...{ format: 'loupe-simulation', version: 1, network: String(networkId), block: given.block ?? 'latest' },
    blocks: [plain({ ...block, timestamp: given.timestamp })],
  });
  if (draft === undefined) throw new BadInput('This is no simulation: a field is too long.');
  return draft;
}

function plain(fields: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

async function reasonOf(
  { engine }: McpSession,
  networkId: Parameters<typeof openTrace>[2]['networkId'],
  hash: Parameters<typeof openTrace>[2]['hash'],
) {
  const opened = await openTrace(engine, JOB, { networkId, hash });
  if (!opened.ok) throw new ToolFailure(opened.error.message);
  await engine.settled();
  return (await engine.trace.outcome(opened.value.handle)).failing?.reason;
}
