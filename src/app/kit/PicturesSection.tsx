import { formatInteger } from '../../core/format/counts';
import { ChartFrame } from '../ui/ChartFrame';
import { Panel } from '../ui/Panel';
import { Sample, Samples, Section } from './Section';
import { DAILY } from './sample-data';

export function PicturesSection() {
  return (
    <Section title="Charts">
      <Samples>
        <Sample name="ChartFrame, bars: sums, today’s pale">
          <Panel className="p-3">
            <ChartFrame label="Transactions per day" kind="bars" points={DAILY} openEnded formatValue={formatInteger} />
          </Panel>
        </Sample>
        <Sample name="ChartFrame, line: rates">
          <Panel className="p-3">
            <ChartFrame
              label="Base fee, Gwei"
              kind="line"
              points={DAILY.map(({ time, value }) => ({ time, value: value / 4_000 }))}
              formatValue={(value) => value.toFixed(1)}
            />
          </Panel>
        </Sample>
      </Samples>
    </Section>
  );
}
