/** One argument of a function: a field for what fits on a line, a form or JSON for arrays and tuples. */
import { type ComponentProps, useState } from 'react';
import type { AbiType } from '../../../core/abi/abi-type';
import { type ArgumentJson, defaultValue } from '../../../core/abi/argument-text';
import { nameOf } from '../../../core/abi/decode-parameters';
import type { FieldProblem } from '../../../core/abi/encode';
import { parseExactJson } from '../../../core/abi/parse-argument';
import { parseAddress } from '../../../core/chain/address';
import { isAmountParameter } from '../../../core/contract/functions/amount-parameter';
import { harmlessText } from '../../../core/text/harmless';
import { useNetwork } from '../../network-context';
import { Button } from '../../ui/Button';
import { FormField } from '../../ui/form/FormField';
import { AddressField, type AddressSuggestion } from '../../ui/identity/AddressField';
import { NativeSelect } from '../../ui/NativeSelect';
import { Segmented } from '../../ui/Segmented';
import { TextArea } from '../../ui/TextArea';
import { TextField } from '../../ui/TextField';
import { useNames } from '../../use-names';
import { BytesField } from './BytesField';
import { useAmountUnits } from './function-help';
import { IntegerField } from './IntegerField';

/** Items of a list that the form shows; longer ones are edited as JSON. */
const FORM_ITEMS = 50;

type Shared = {
  suggestions: readonly AddressSuggestion[];
  /** What is wrong with the argument, and where in it. */
  problem: FieldProblem | undefined;
};

/** `path` is the argument's name, as problems spell it; `help` is what its author says of it. */
export function ArgumentField({
  type,
  path,
  text,
  help,
  onText,
  ...shared
}: Shared & { type: AbiType; path: string; text: string; help?: string | undefined; onText: (text: string) => void }) {
  const isNested = type.kind === 'array' || type.kind === 'tuple';
  const [editor, setEditor] = useState<'form' | 'json'>('form');
  if (!isNested)
    return <LeafField type={type} label={path} path={path} text={text} help={help} onText={onText} {...shared} />;
  const json = parseExactJson(text);
  const fitsForm = hasForm(type, json);
  const label = harmlessText(path, 60);
  const choice = (
    <Segmented
      label={`Editor of ${label}`}
      size="s"
      value={fitsForm ? editor : 'json'}
      segments={[
        {
          value: 'form',
          label: 'Form',
          ...(fitsForm ? {} : { title: `The form shows a ${type.kind} of at most ${FORM_ITEMS} items` }),
        },
        { value: 'json', label: 'JSON' },
      ]}
      onChange={setEditor}
    />
  );
  if (!fitsForm || editor === 'json') {
    const { problem } = shared;
    return (
      <TextArea
        mono
        label={label}
        typeName={typeText(type)}
        end={choice}
        help={help}
        value={text}
        error={problem && (problem.path === path ? problem.text : `${problem.text} (at ${problem.path})`)}
        onChange={onText}
      />
    );
  }
  return (
    <FormField label={label} typeName={typeText(type)} end={choice} help={help} empty={false} group>
      {() => (
        <JsonEditor
          type={type}
          path={path}
          json={json as ArgumentJson}
          onJson={(changed) => onText(JSON.stringify(changed))}
          {...shared}
        />
      )}
    </FormField>
  );
}

type JsonProps = Shared & {
  type: AbiType;
  path: string;
  json: ArgumentJson;
  onJson: (json: ArgumentJson) => void;
};

/** An array or a tuple as a group of fields. */
function JsonEditor(props: JsonProps) {
  return (
    <div className="flex min-w-0 flex-col gap-2.5 rounded-m border border-line border-l-2 border-l-line-strong bg-panel px-3 py-2">
      {props.type.components ? <TupleFields {...props} /> : <ArrayFields {...props} />}
      {props.problem?.path === props.path && (
        <p className="font-medium text-failure text-s">
          <span aria-hidden>▲</span> {props.problem.text}
        </p>
      )}
    </div>
  );
}

function TupleFields({ type, path, json, onJson, ...shared }: JsonProps) {
  const components = type.components ?? [];
  if (components.length === 0) return <p className="text-muted">It has no members.</p>;
  return components.map((component, index) => {
    const name = nameOf(component, index);
    const isList = Array.isArray(json);
    const value = isList
      ? (json[index] as ArgumentJson | undefined)
      : (json as Readonly<Record<string, ArgumentJson>>)[name];
    return (
      <PartField
        // biome-ignore lint/suspicious/noArrayIndexKey: components have no identity but their position
        key={index}
        type={component}
        label={name}
        path={`${path}.${name}`}
        json={value ?? ''}
        onJson={(changed) => {
          if (isList) onJson(json.map((part: ArgumentJson, at) => (at === index ? changed : part)));
          else onJson({ ...(json as Readonly<Record<string, ArgumentJson>>), [name]: changed });
        }}
        {...shared}
      />
    );
  });
}

function ArrayFields({ type, path, json, onJson, ...shared }: JsonProps) {
  const { element, count } = type;
  const items = json as readonly ArgumentJson[];
  if (element === undefined) return null;
  return (
    <>
      {items.length === 0 && <p className="text-muted text-s">An empty list.</p>}
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no identity but their position
        <div key={index} className="flex min-w-0 items-start gap-1.5">
          <div className="min-w-0 flex-1">
            <PartField
              type={element}
              label={`${index}`}
              path={`${path}[${index}]`}
              json={item}
              onJson={(changed) => onJson(items.map((part, at) => (at === index ? changed : part)))}
              {...shared}
            />
          </div>
          <Button
            size="s"
            variant="quiet"
            icon
            aria-label={`Remove item ${index}`}
            onClick={() => onJson(items.filter((_, at) => at !== index))}
          >
            ✕
          </Button>
        </div>
      ))}
      <div className="flex items-center gap-2 text-muted text-s">
        <Button size="s" onClick={() => onJson([...items, defaultValue(element)])}>
          Add item
        </Button>
        {count === -1 ? items.length : `${items.length} of ${count}`}
      </div>
    </>
  );
}

/** A member or an item: a field, or a group of its own. */
function PartField({
  type,
  label,
  path,
  json,
  onJson,
  ...shared
}: Shared & { type: AbiType; label: string; path: string; json: ArgumentJson; onJson: (json: ArgumentJson) => void }) {
  if (type.kind !== 'array' && type.kind !== 'tuple') {
    const text = typeof json === 'object' ? JSON.stringify(json) : String(json);
    return <LeafField type={type} label={label} path={path} text={text} onText={onJson} {...shared} />;
  }
  const shown = typeof json === 'object' && hasForm(type, json) ? json : defaultValue(type);
  return (
    <FormField label={harmlessText(label, 60)} typeName={typeText(type)} empty={false} group>
      {() => <JsonEditor type={type} path={path} json={shown} onJson={onJson} {...shared} />}
    </FormField>
  );
}

function LeafField({
  type,
  label,
  path,
  text,
  help,
  onText,
  suggestions,
  problem,
}: Shared & {
  type: AbiType;
  label: string;
  path: string;
  text: string;
  help?: string | undefined;
  onText: (text: string) => void;
}) {
  const units = useAmountUnits();
  const error = problem?.path === path ? problem.text : undefined;
  const field = { label: harmlessText(label, 60), typeName: typeText(type), help, error };
  if (type.kind === 'address')
    return <NamedAddressField {...field} value={text} suggestions={suggestions} onChange={onText} />;
  const choices = type.kind === 'bool' ? ['true', 'false'] : type.members;
  if (
    choices !== undefined &&
    (text === '' || choices.includes(text) || type.kind === 'bool' || isMember(text, choices))
  ) {
    const value = type.kind === 'bool' || choices.includes(text) ? text : (choices[Number(text)] ?? '');
    return (
      <FormField {...field} empty={text === ''}>
        {(control) => (
          <NativeSelect
            {...control}
            value={value}
            // A text that is none of them is shown too, or the first one would stand in its place.
            options={(choices.includes(value) ? choices : [value, ...choices]).map((choice) => ({
              value: choice,
              label: harmlessText(choice, 60),
            }))}
            onChange={onText}
          />
        )}
      </FormField>
    );
  }
  if (type.kind === 'bytes' && type.width === -1)
    return <BytesField {...field} text={text} suggestions={suggestions} onText={onText} />;
  if (type.kind === 'string') return <TextArea mono rows={1} {...field} value={text} onChange={onText} />;
  const isInteger = type.kind === 'integer' && type.decimals === 0;
  if (isInteger && units.length > 0 && isAmountParameter(type.name || label, type.width, type.signed))
    return <IntegerField {...field} text={text} units={units} onText={onText} />;
  return <TextField mono {...field} inputMode="text" value={text} onChange={onText} />;
}

/** Shows the field of an address, with the best known name of the address that is typed. */
function NamedAddressField(props: ComponentProps<typeof AddressField>) {
  const { network } = useNetwork();
  const parsed = parseAddress(props.value);
  const address = parsed.ok ? parsed.value : undefined;
  const names = useNames(network.id, [address]);
  return <AddressField {...props} name={address && names[address]} />;
}

/** Whether the number of an enum names one of its members. */
function isMember(text: string, members: readonly string[]): boolean {
  return /^\d{1,3}$/.test(text) && Number(text) < members.length;
}

/** A struct or an enum as the source calls it, any other type as a signature has it. */
function typeText(type: AbiType): string {
  return harmlessText(type.declared?.replace(/^(struct|enum) /, '') ?? type.canonical, 80);
}

/** Whether `json` has the shape that fields can show, all the way down. */
function hasForm(type: AbiType, json: unknown): boolean {
  if (type.element !== undefined) {
    const { element } = type;
    return Array.isArray(json) && json.length <= FORM_ITEMS && json.every((item) => hasForm(element, item));
  }
  if (type.components !== undefined) {
    const { components } = type;
    if (Array.isArray(json))
      return json.length === components.length && components.every((part, index) => hasForm(part, json[index]));
    if (typeof json !== 'object' || json === null) return false;
    const fields = json as Readonly<Record<string, unknown>>;
    return components.every((part, index) => hasForm(part, fields[nameOf(part, index)] ?? ''));
  }
  return typeof json === 'string' || typeof json === 'boolean';
}
