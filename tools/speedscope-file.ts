/** What a file of speedscope looks like, by its published schema (www.speedscope.app/file-format-schema.json). */
import * as v from 'valibot';

const named = {
  name: v.string(),
  unit: v.picklist(['bytes', 'microseconds', 'milliseconds', 'nanoseconds', 'none', 'seconds']),
};
const axis = { startValue: v.number(), endValue: v.number() };
const event = v.object({ type: v.picklist(['O', 'C']), frame: v.number(), at: v.number() });
const evented = v.object({ type: v.literal('evented'), ...named, ...axis, events: v.array(event) });
const sampled = v.object({
  type: v.literal('sampled'),
  ...named,
  ...axis,
  samples: v.array(v.array(v.number())),
  weights: v.array(v.number()),
});
const frame = v.object({
  name: v.string(),
  file: v.optional(v.string()),
  line: v.optional(v.number()),
  col: v.optional(v.number()),
});

export const speedscopeFile = v.object({
  $schema: v.literal('https://www.speedscope.app/file-format-schema.json'),
  shared: v.object({ frames: v.array(frame) }),
  profiles: v.array(v.variant('type', [evented, sampled])),
  name: v.optional(v.string()),
  activeProfileIndex: v.optional(v.number()),
  exporter: v.optional(v.string()),
});

/** Returns the gas that each frame of an evented profile used itself, by name: what lies between its events and is in no frame above. */
export function ownBySpeedscope(text: string): { own: Map<string, number>; whole: number } {
  const { shared, profiles } = v.parse(speedscopeFile, JSON.parse(text));
  const [profile] = profiles;
  if (profiles.length !== 1 || profile?.type !== 'evented') throw new Error('not one evented profile');
  const own = new Map<string, number>();
  const open: number[] = [];
  let last = profile.startValue;
  for (const { type, frame: index, at } of profile.events) {
    if (at < last || at > profile.endValue) throw new Error('the axis goes back, or past its end');
    const top = shared.frames[open.at(-1) ?? -1]?.name;
    if (top !== undefined) own.set(top, (own.get(top) ?? 0) + at - last);
    else if (at !== last) throw new Error('gas of no frame');
    last = at;
    if (shared.frames[index] === undefined) throw new Error('an unknown frame');
    if (type === 'O') open.push(index);
    else if (open.pop() !== index) throw new Error('closes another frame than was opened last');
  }
  if (open.length > 0 || last !== profile.endValue) throw new Error('not all is closed at the end');
  return { own, whole: profile.endValue - profile.startValue };
}
