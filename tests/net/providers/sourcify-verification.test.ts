/** Publishing to Sourcify, against a server that answers as its API description says. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Address, NetworkId } from '../../../src/core/chain/primitives';
import { emptyDraft, emptySettings, type VerificationDraft } from '../../../src/core/contract/verification/draft';
import { publishContract } from '../../../src/workers/contracts/verification/publish-contract';

const networkId = 31337 as NetworkId;
const address = `0x${'ab'.repeat(20)}` as Address;
const draft: VerificationDraft = {
  ...emptyDraft,
  method: 'files',
  uploaded: { 'A.sol': 'contract A {}' },
  settings: { ...emptySettings, compilerVersion: '0.8.30+commit.73712a01' },
};

type Answer = { status: number; body: unknown } | 'cut';
let answers: Answer[];
let seen: { method: string; path: string; body: string }[];
let server: ReturnType<typeof createServer>;
let url: string;

beforeEach(async () => {
  answers = [];
  seen = [];
  server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/server`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = '';
  for await (const chunk of request) body += chunk;
  seen.push({ method: request.method ?? '', path: request.url ?? '', body });
  const answer = answers.shift() ?? { status: 500, body: {} };
  if (answer === 'cut') request.socket.destroy();
  else {
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
  }
}

const publish = (signal = new AbortController().signal) =>
  publishContract(url, { networkId, address, draft }, signal, () => {}, 1);

const accepted: Answer = { status: 202, body: { verificationId: 'job 1' } };
const running: Answer = { status: 200, body: { isJobCompleted: false } };
const done = (rest: object): Answer => ({ status: 200, body: { isJobCompleted: true, ...rest } });

test('is accepted, polled and answered', async () => {
  answers = [accepted, running, running, done({ contract: { match: 'exact_match' } })];
  expect(await publish()).toMatchObject({ ok: true, value: { state: 'verified', match: 'exact' } });
  expect(seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
    `POST /server/v2/verify/31337/${address}`,
    'GET /server/v2/verify/job%201',
    'GET /server/v2/verify/job%201',
    'GET /server/v2/verify/job%201',
  ]);
  expect(JSON.parse(seen[0]?.body ?? '')).toMatchObject({
    stdJsonInput: { language: 'Solidity', sources: { 'A.sol': { content: 'contract A {}' } } },
    compilerVersion: '0.8.30+commit.73712a01',
    contractIdentifier: 'A.sol:A',
  });
});

test('a contract that is verified there already is no failure', async () => {
  answers = [{ status: 409, body: { customCode: 'already_verified', message: 'The contract is already verified' } }];
  expect(await publish()).toMatchObject({ ok: true, value: { state: 'already' } });
});

test('a mismatch is told in Sourcify’s words', async () => {
  answers = [
    accepted,
    done({ contract: { match: null }, error: { customCode: 'no_match', message: 'The bytecodes do not match.' } }),
  ];
  expect(await publish()).toMatchObject({
    ok: false,
    error: { code: 'badAnswer', message: 'Sourcify did not verify the contract: The bytecodes do not match.' },
  });
});

test.each<[string, Answer[], string, RegExp]>([
  [
    'a duplicate',
    [{ status: 429, body: { customCode: 'duplicate_verification_request', message: '' } }],
    'rateLimited',
    /already/,
  ],
  ['a limit', [{ status: 429, body: { customCode: 'too_many_requests' } }], 'rateLimited', /limit/],
  ['an unknown chain', [{ status: 404, body: { customCode: 'unsupported_chain' } }], 'unsupported', /31337/],
  [
    'wrong parameters',
    [{ status: 400, body: { message: 'Bad compiler version' } }],
    'badAnswer',
    /Bad compiler version/,
  ],
  ['sources that are too large', [{ status: 413, body: '<html>' }], 'tooLarge', /larger/],
  ['an error there', [{ status: 503, body: 'down' }], 'endpointDown', /Sourcify/],
  ['a cut connection', ['cut'], 'endpointDown', /Sourcify/],
  ['an answer of another shape', [{ status: 202, body: {} }], 'badAnswer', /cannot be used/],
  ['a job that is gone', [accepted, { status: 404, body: {} }], 'notFound', /no longer knows/],
])('%s says what happened', async (_, given, code, message) => {
  answers = given;
  const published = await publish();
  expect(!published.ok && published.error.code).toBe(code);
  expect(!published.ok && published.error.message).toMatch(message);
});

test('a poll that is cut is made again, and many of them are a lost connection', async () => {
  answers = [accepted, 'cut', { status: 502, body: '' }, done({ contract: { match: 'match' } })];
  expect(await publish()).toMatchObject({ ok: true, value: { state: 'verified', match: 'partial' } });
  answers = [accepted, 'cut', 'cut', 'cut', 'cut', 'cut', done({ contract: { match: 'match' } })];
  expect(await publish()).toMatchObject({ ok: false, error: { code: 'endpointDown' } });
});

test('cancelled while it waits, it asks no more', async () => {
  const controller = new AbortController();
  answers = [accepted, running];
  const published = publishContract(url, { networkId, address, draft }, controller.signal, (progress) => {
    if (progress === 'waiting') controller.abort();
  });
  expect(await published).toMatchObject({ ok: false, error: { code: 'cancelled' } });
});
