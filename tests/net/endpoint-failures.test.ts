import { expect, test, vi } from 'vitest';
import { type FailureCode, failure } from '../../src/core/values/failure';
import { failsAnyRequest } from '../../src/net/rpc/endpoint-failures';
import { NO_CONNECTION } from '../../src/net/rpc/problem';
import { failureOf } from '../../src/net/rpc/request-failure';

test.each([
  ['noEndpoint', true],
  ['endpointDown', true],
  ['wrongChain', true],
  ['rateLimited', true],
  ['cancelled', true],
  // Another method, or less at once, may be answered.
  ['unsupported', false],
  ['tooLarge', false],
  ['badAnswer', false],
  ['stateUnavailable', false],
] satisfies [FailureCode, boolean][])('whether anything else that is asked meets %s too: %s', (code, expected) => {
  expect(failsAnyRequest(failure(code, ''))).toBe(expected);
});

test('an endpoint that cannot be reached is not blamed while the browser is offline', () => {
  const problem = { code: 'endpointDown', outcome: NO_CONNECTION, retry: true } as const;
  const sentence = () => failureOf('eth_call', [{ source: 'node.example', problem }]).message;
  expect(sentence()).toMatch(/^node\.example cannot be reached\. Check that it is running/);
  vi.stubGlobal('navigator', { onLine: false });
  expect(sentence()).toMatch(/^node\.example cannot be reached, and the browser is offline\./);
});
