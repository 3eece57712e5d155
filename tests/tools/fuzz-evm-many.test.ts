import { expect, test } from 'vitest';
import { compare } from '../../tools/fuzz/compare';
import { randomScene } from '../../tools/fuzz/programs';
import { Random } from '../../tools/fuzz/random';

test('many random programs run alike on our machine and on the stock one', async () => {
  for (let seed = 1_000_040; seed < 1_000_400; seed++) {
    const { difference } = await compare(randomScene(new Random(seed)));
    expect(difference, `seed ${seed}`).toBeUndefined();
  }
});
