/**
 * The debugger: what was executed at the left, the source or the instructions
 * in the middle, the calls and the state at the right. Panels resize and stay
 * as the reader leaves them; on phones they are tabs.
 */
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react';
import { Group, type Layout, Panel, Separator } from 'react-resizable-panels';
import type { Preferences } from '../../../db/reader/preferences';
import type { StepState } from '../../../workers/trace/steps.api';
import { classes } from '../../ui/classes';
import { TabPanel } from '../../ui/TabStrip';
import { Tabs } from '../../ui/Tabs';
import { useMediaQuery } from '../../ui/use-media-query';
import { usePreference } from '../../use-preference';
import { usePageTransaction } from '../open-trace/open-trace-context';
import { CallList } from './CallList';
import { Column } from './Column';
import type { DebuggerModel, DebuggerSnapshot, SourcesState } from './debugger-model';
import { ExecutionList } from './ExecutionList';
import { NoSource } from './NoSource';
import { SourcePane, toggleNear } from './SourcePane';
import { StackPanel } from './StackPanel';
import { StatePane } from './StatePane';
import { StepList } from './StepList';
import { Toolbar } from './Toolbar';
import { useBreakpoints } from './use-breakpoints';
import { useStepFile } from './use-source-answers';
import type { Surroundings } from './values-in-scope';

const SOURCE_COMES: SourcesState = { state: 'loading', progress: undefined };
const PHONE = '(max-width: 767px)';
const SEPARATOR = 'bg-line hover:bg-accent focus-visible:bg-accent data-[separator=active]:bg-accent';

type Props = {
  model: DebuggerModel;
  shown: DebuggerSnapshot & { state: StepState };
  around: Surroundings;
  showSource: boolean;
  onShow: (source: boolean) => void;
  /** Looks for the sources once more. */
  onSources: () => void;
};

export function Debugger(props: Props) {
  const { model, shown, around, showSource, onShow, onSources } = props;
  const { network, selectRow } = usePageTransaction();
  const { state, before, source, sources, total, isUnchecked } = shown;
  const phone = useMediaQuery(PHONE);
  const { kept, saveLayout, saveStack } = useKeptLayout();
  const breakpoints = useBreakpoints();
  const field = useRef<HTMLInputElement>(null);
  const onPick = useCallback((row: StepState['row']) => void model.goToRow(row), [model]);
  const file = useStepFile(model, source?.place?.file);
  const onToggle = () => {
    if (source?.place && file?.file.id === source.place.file) toggleNear(file, source.place.line, breakpoints);
  };
  const depthId = source?.depthId;
  useEffect(() => {
    if (depthId !== undefined) selectRow(depthId);
  }, [depthId, selectRow]);
  const inSource = showSource && source !== undefined && source.files.length > 0;

  const execution = (
    <Column label="Execution" title="Execution">
      {source ? <ExecutionList model={model} row={source.row} /> : <CallList row={state.row} onPick={onPick} />}
    </Column>
  );
  const code = inSource ? (
    <SourcePane model={model} source={source} breakpoints={breakpoints} />
  ) : (
    <Column label="Instructions" title="Instructions">
      {showSource && (
        <NoSource
          // Until the source of this step is there as well, nothing below moves.
          sources={sources.state === 'here' && source === undefined ? SOURCE_COMES : sources}
          why={source?.why ?? ''}
          byStatements={model.byStatements}
          onCancel={() => model.cancelSources()}
          onRetry={onSources}
        />
      )}
      <StepList model={model} total={total} state={state} />
    </Column>
  );
  const stack = (
    <StackPanel stack={source?.stack ?? []} waiting={sources.state === 'loading'} onGo={(step) => model.go(step)} />
  );
  const machine = (
    <StatePane
      networkId={network.id}
      model={model}
      state={state}
      before={before}
      source={source}
      breakpoints={breakpoints}
      around={around}
      field={field}
    />
  );
  const panes = [
    { name: inSource ? 'Source' : 'Instructions', pane: code },
    { name: 'Execution', pane: execution },
    { name: 'Stack Trace', pane: stack },
    { name: 'State', pane: machine },
  ];
  return (
    <div className="flex flex-col overflow-hidden rounded-l border border-line bg-panel" data-step={state.step}>
      <Toolbar
        model={model}
        total={total}
        isUnchecked={isUnchecked}
        state={state}
        source={source}
        breakpoints={breakpoints}
        showSource={showSource}
        onShow={onShow}
        onToggle={onToggle}
        onEvaluate={() => field.current?.focus()}
      />
      {phone ? (
        <Tabbed panes={panes} />
      ) : (
        <div className="h-[max(420px,calc(100vh-var(--header)-230px))]">
          {kept && (
            <Group defaultLayout={kept.layout} onLayoutChanged={(changed) => void saveLayout(sizesOf(changed))}>
              <Panel id="execution" minSize="10%" defaultSize={`${kept.layout.execution}%`}>
                {execution}
              </Panel>
              <Separator
                className={classes(SEPARATOR, 'w-[5px] cursor-col-resize')}
                aria-label="Width of the execution panel"
              />
              <Panel id="instructions" minSize="20%" defaultSize={`${kept.layout.instructions}%`}>
                {code}
              </Panel>
              <Separator
                className={classes(SEPARATOR, 'w-[5px] cursor-col-resize')}
                aria-label="Width of the state panel"
              />
              <Panel id="state" minSize="15%" defaultSize={`${kept.layout.state}%`}>
                <Group
                  orientation="vertical"
                  defaultLayout={{ stack: kept.stack, machine: 100 - kept.stack }}
                  onLayoutChanged={({ stack = 30 }) => void saveStack(stack)}
                >
                  <Panel id="stack" minSize="10%" defaultSize={`${kept.stack}%`}>
                    {stack}
                  </Panel>
                  <Separator
                    className={classes(SEPARATOR, 'h-[5px] cursor-row-resize')}
                    aria-label="Height of the stack trace"
                  />
                  <Panel id="machine" minSize="20%" defaultSize={`${100 - kept.stack}%`}>
                    {machine}
                  </Panel>
                </Group>
              </Panel>
            </Group>
          )}
        </div>
      )}
    </div>
  );
}

/** One panel at a time. */
function Tabbed({ panes }: { panes: readonly { name: string; pane: ReactNode }[] }) {
  const [open, setOpen] = useState(0);
  const id = useId();
  return (
    <div className="flex flex-col">
      <Tabs
        label="Panels"
        look="files"
        tabs={panes.map(({ name }, index) => ({ id: index, label: name }))}
        open={open}
        panelId={id}
        onOpen={setOpen}
      />
      <TabPanel id={id} label={panes[open]?.name ?? ''} className="h-[max(420px,calc(100vh-var(--header)-120px))]">
        {panes[open]?.pane}
      </TabPanel>
    </div>
  );
}

type Sizes = Preferences['debuggerLayout'];

function sizesOf(layout: Layout): Sizes {
  const { execution = 20, instructions = 50, state = 30 } = layout;
  return { execution, instructions, state };
}

/** The panels as the reader left them, undefined while that is read, and how to keep how they are left now. */
function useKeptLayout() {
  const [layout, saveLayout] = usePreference('debuggerLayout');
  const [stack, saveStack] = usePreference('debuggerStack');
  const [first, setFirst] = useState<{ layout: Sizes; stack: number }>();
  // The panels own their sizes once they are on the page.
  if (first === undefined && layout !== undefined && stack !== undefined) setFirst({ layout, stack });
  return { kept: first, saveLayout, saveStack };
}
