/** The source of what runs: the file of the current statement, others of the contract in tabs. */
import { useId, useMemo, useState } from 'react';
import { pathText } from '../../../core/abi/path-text';
import { cutValue } from '../../../core/abi/value-text';
import { truncate } from '../../../core/format/shorten';
import { harmlessText } from '../../../core/text/harmless';
import type { LineValue, StepSource } from '../../../workers/trace/steps-in-source.api';
import { lazyPart } from '../../ui/lazy-part';
import { PanelNote } from '../../ui/PanelNote';
import { Spinner } from '../../ui/Spinner';
import { TabPanel } from '../../ui/TabStrip';
import { Tabs } from '../../ui/Tabs';
import { languageOfPath } from '../source/language';
import type { LineNote } from '../source/StepCode';
import { Column } from './Column';
import type { DebuggerModel, OpenFile } from './debugger-model';
import type { BreakpointsInUse } from './use-breakpoints';
import { useLineValues, useStepFile } from './use-source-answers';

const StepCode = lazyPart(async () => (await import('../source/StepCode')).StepCode);

/** Characters of a value beside a line. */
const NOTE_LENGTH = 24;

type Props = { model: DebuggerModel; source: StepSource; breakpoints: BreakpointsInUse };

export function SourcePane({ model, source, breakpoints }: Props) {
  const { files, place, step, why } = source;
  const panelId = useId();
  // Another file is looked at until execution goes on.
  const [chosen, setChosen] = useState<{ step: number; file: number }>();
  const id = chosen?.step === step ? chosen.file : (place?.file ?? files[0]?.id);
  const open = useStepFile(model, id);
  const values = useLineValues(model, step, place !== undefined);
  const notes = useMemo(
    () => (id === place?.file ? values.filter(isShort).map(noteOf) : []),
    [values, id, place?.file],
  );
  const tabs = files.some((file) => file.id === id) || open === undefined ? files : [...files, open.file];
  return (
    <Column label="Source">
      <Tabs
        label="Files"
        look="files"
        tabs={tabs.map((file) => ({
          id: file.id,
          label: harmlessText(file.path.split('/').at(-1) ?? '', 60),
          title: harmlessText(file.path, 400),
        }))}
        open={id}
        panelId={panelId}
        onOpen={(file) => setChosen({ step, file })}
      />
      {why !== '' && <PanelNote>{harmlessText(why, 600)}</PanelNote>}
      <TabPanel id={panelId} label="Text of the file" className="min-h-0 flex-1">
        {open === undefined ? (
          <Spinner label="Loading source" />
        ) : (
          <Code open={open} source={source} notes={notes} breakpoints={breakpoints} />
        )}
      </TabPanel>
    </Column>
  );
}

type CodeProps = {
  open: OpenFile;
  source: StepSource;
  notes: readonly LineNote[];
  breakpoints: BreakpointsInUse;
};

function Code({ open, source: { place }, notes, breakpoints }: CodeProps) {
  const { file, text } = open;
  const lines = useMemo(
    () => breakpoints.lines.filter(({ digest }) => digest === file.digest).map(({ line }) => line),
    [breakpoints.lines, file.digest],
  );
  return (
    <StepCode
      fallback={<Spinner label="Loading source" />}
      text={text}
      language={languageOfPath(file.path)}
      label={`Source of ${file.path.split('/').at(-1)}: Enter sets a breakpoint`}
      current={place?.file === file.id ? place : undefined}
      notes={notes}
      breakpoints={lines}
      onToggle={(line) => toggleNear(open, line, breakpoints)}
    />
  );
}

/** A line without a statement hands its breakpoint on to the next that has one. */
export function toggleNear({ file, lines }: OpenFile, line: number, breakpoints: BreakpointsInUse): void {
  const has = breakpoints.lines.some((each) => each.digest === file.digest && each.line === line);
  const near = has ? line : lines.find((each) => each >= line);
  if (near !== undefined) breakpoints.toggleLine(file, near);
}

/** Lists and structs are beside a line only where it changed them. */
function isShort({ before, after }: LineValue): boolean {
  return after.unknown !== true && (after.items === undefined || before !== undefined);
}

function noteOf({ line, name, names, before, after }: LineValue): LineNote {
  const now = truncate(cutValue(after).text, NOTE_LENGTH);
  const change = before ? `${truncate(cutValue(before).text, NOTE_LENGTH)} → ${now}` : now;
  return { line, text: `${pathText(name, names)} ${change}`, changed: before !== undefined };
}
