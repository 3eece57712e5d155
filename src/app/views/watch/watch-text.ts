/** Watches in words. */

import { groupInteger } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import type { ConditionKind, Watch, WatchCondition } from '../../../core/watch/watch';
import { readWatchedDraft } from '../../../core/watch/watched-simulation';

export const CONDITIONS: readonly { value: ConditionKind; label: string }[] = [
  { value: 'successful', label: 'A transaction succeeds' },
  { value: 'failed', label: 'A transaction fails' },
  { value: 'function', label: 'A function is called' },
  { value: 'event', label: 'An event is emitted' },
  { value: 'eventParameter', label: 'A parameter of an event' },
  { value: 'transfer', label: 'Tokens move' },
  { value: 'callers', label: 'Callers that may or may not' },
  { value: 'value', label: 'A transaction carries value' },
  { value: 'balance', label: 'A balance passes a bound' },
  { value: 'stateVariable', label: 'A state variable changes' },
  { value: 'proxyUpgraded', label: 'A proxy is upgraded' },
  { value: 'simulation', label: 'A simulation turns' },
];

export function conditionText(condition: WatchCondition): string {
  switch (condition.on) {
    case 'successful':
      return 'A transaction succeeds';
    case 'failed':
      return 'A transaction fails';
    case 'function':
      return `${condition.function} is called`;
    case 'event':
      return `${condition.event} is emitted`;
    case 'eventParameter':
      return `${condition.parameter} ${condition.is} ${condition.value} in ${condition.event}`;
    case 'transfer':
      return condition.least === '0' ? 'Tokens move' : `At least ${condition.least} of a token moves`;
    case 'value':
      return `A transaction carries at least ${groupInteger(condition.least)} wei`;
    case 'callers':
      return condition.list === 'allowed'
        ? `Anybody but ${countOf(condition.callers.length, 'caller')} calls`
        : `One of ${countOf(condition.callers.length, 'caller')} calls`;
    case 'balance':
      return `A balance ${condition.is === '<' ? 'falls below' : 'rises above'} ${groupInteger(condition.wei)} wei`;
    case 'stateVariable':
      return `Slot ${condition.slot} changes`;
    case 'proxyUpgraded':
      return 'A proxy is upgraded';
    case 'simulation': {
      const draft = readWatchedDraft(condition.draft);
      return draft.ok && draft.value.name !== '' ? `The simulation “${draft.value.name}” turns` : 'A simulation turns';
    }
  }
}

export function scopeText({ scope, condition }: Watch, project: string | undefined): string {
  if (condition.on === 'simulation' && scope.of === 'network') return 'block by block';
  switch (scope.of) {
    case 'network':
      return 'all of the network';
    case 'addresses':
      return countOf(scope.addresses.length, 'address', 'addresses');
    case 'project':
      return project === undefined ? 'a project that is gone' : `the project ${project}`;
  }
}
