import { expect, test } from 'vitest';
import { type FailureCode, failure } from '../../src/core/values/failure';
import { failsAnyRequest } from '../../src/net/rpc/endpoint-failures';

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
