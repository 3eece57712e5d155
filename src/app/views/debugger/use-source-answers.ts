/** What the source pane asks of the worker beside the step itself: texts, values, variables. */
import { useState } from 'react';
import type { LocalsView, StateView } from '../../../workers/trace/source-trace.api';
import type { LineValue } from '../../../workers/trace/steps-in-source.api';
import { useLoaded } from '../../use-loaded';
import { useNameChanges } from '../../use-names';
import type { DebuggerModel, OpenFile } from './debugger-model';

/** Answers that cost seeking steps are asked for when the reader rests so long, ms. */
const REST = 90;

/** Returns a file of the trace, undefined while it is on its way; until then the file before it. */
export function useStepFile(model: DebuggerModel, id: number | undefined): OpenFile | undefined {
  return useLoaded('file', () => model.file(id), { version: `${model.handle} ${id}`, onLost: model.onCrash });
}

const NO_VALUES: readonly LineValue[] = [];

/** Returns the values of the lines that ran before `step`; those of another step are not shown. */
export function useLineValues(model: DebuggerModel, step: number, wanted: boolean): readonly LineValue[] {
  const answer = useLoaded(
    wanted ? `${model.handle} ${step}` : undefined,
    () => model.api.lineValues(model.handle, step),
    { version: useNameChanges(), delay: REST, onLost: model.onCrash },
  );
  return answer?.ok ? answer.value : NO_VALUES;
}

type Variables = { locals: LocalsView; state: StateView };
export type VariablesShown = { step: number; now: Variables; before: Variables | undefined };

/** Returns the variables at `step`, and those shown before; the older answer stays while a newer one is on its way. */
export function useVariables(model: DebuggerModel, step: number, wanted: boolean): VariablesShown | undefined {
  const { api, handle } = model;
  const load = async (): Promise<{ step: number; now: Variables } | undefined> => {
    const [locals, state] = await Promise.all([api.variablesAt(handle, step), api.stateVariablesAt(handle, step)]);
    return locals.ok && state.ok ? { step, now: { locals: locals.value, state: state.value } } : undefined;
  };
  const answer = useLoaded(wanted ? `${handle}` : undefined, load, {
    version: `${step} ${useNameChanges()}`,
    delay: REST,
    onLost: model.onCrash,
  });
  const [shown, setShown] = useState<VariablesShown>();
  if (answer !== undefined && answer.now !== shown?.now) {
    setShown({ ...answer, before: shown?.step === answer.step ? shown.before : shown?.now });
  }
  return wanted ? shown : undefined;
}
