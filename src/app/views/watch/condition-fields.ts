/** What is typed into the form of a watch, and the condition it makes. */
import { parseAddressLines } from '../../../core/projects/address-lines';
import { fail, ok, type Result } from '../../../core/values/result';
import { compileCondition } from '../../../core/watch/compile-watch';
import { COMPARISONS, type ConditionKind, type Watch, type WatchCondition } from '../../../core/watch/watch';

export const FIRST_FIELDS = {
  name: '',
  signature: '',
  parameter: '',
  is: '=',
  value: '',
  amount: '',
  list: 'allowed',
  callers: '',
  side: '<',
  slot: '',
  /** Id of a saved one. */
  simulation: '',
  addresses: '',
  webhook: '',
  webhookFormat: 'json',
};
export type Fields = typeof FIRST_FIELDS;

/** Returns the fields that the form of a kept watch begins with. */
export function fieldsOf({ name, condition, scope, webhook = '', webhookFormat = 'json' }: Watch): Fields {
  return {
    ...FIRST_FIELDS,
    name,
    webhook,
    webhookFormat,
    addresses: scope.of === 'addresses' ? scope.addresses.join('\n') : '',
    ...conditionFields(condition),
  };
}

function conditionFields(condition: WatchCondition): Partial<Fields> {
  switch (condition.on) {
    case 'function':
      return { signature: condition.function };
    case 'event':
      return { signature: condition.event };
    case 'eventParameter': {
      const { event, parameter, is, value } = condition;
      return { signature: event, parameter, is, value };
    }
    case 'transfer':
    case 'value':
      return { amount: condition.least };
    case 'balance':
      return { side: condition.is, amount: condition.wei };
    case 'stateVariable':
      return { slot: condition.slot };
    case 'callers':
      return { list: condition.list, callers: condition.callers.join('\n') };
    default:
      return {};
  }
}

/** Returns the condition; the error is what is wrong with it, for the field that matters. `draft` is that of the simulation chosen. */
export function conditionOf(
  on: ConditionKind,
  fields: Fields,
  draft: string | undefined,
): Result<WatchCondition, string> {
  const made = makeCondition(on, fields, draft);
  if (!made.ok) return made;
  const compiled = compileCondition(made.value);
  return compiled.ok ? made : compiled;
}

function makeCondition(on: ConditionKind, fields: Fields, draft: string | undefined): Result<WatchCondition, string> {
  const amount = fields.amount.trim() === '' ? '0' : fields.amount.trim();
  switch (on) {
    case 'function':
      return ok({ on, function: fields.signature });
    case 'event':
      return ok({ on, event: fields.signature });
    case 'eventParameter': {
      const is = COMPARISONS.find((each) => each === fields.is) ?? '=';
      return ok({ on, event: fields.signature, parameter: fields.parameter, is, value: fields.value });
    }
    case 'transfer':
    case 'value':
      return ok({ on, least: amount });
    case 'balance':
      return ok({ on, is: fields.side === '>' ? '>' : '<', wei: amount });
    case 'stateVariable':
      return ok({ on, slot: fields.slot });
    case 'simulation':
      return draft === undefined ? fail('Save a simulation first, in the simulator.') : ok({ on, draft });
    case 'callers': {
      const parsed = parseAddressLines(fields.callers);
      if (!parsed.ok) return fail(parsed.error);
      const callers = parsed.value.map(({ address }) => address);
      return ok({ on, list: fields.list === 'blocked' ? 'blocked' : 'allowed', callers });
    }
    default:
      return ok({ on });
  }
}
