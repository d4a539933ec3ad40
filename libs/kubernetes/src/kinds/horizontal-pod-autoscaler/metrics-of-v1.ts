import { isJsonObject, ownField } from '#json';

/** A metric, in autoscaling/v2 or v1. */
export type Metric = Readonly<Record<string, unknown>>;

/** What a specification aims at, and what a status reports. */
export type Word = 'target' | 'current';

/** Names of values in v2, as they follow the word of v1: `targetAverageUtilization`. */
const VALUES = { averageUtilization: 'AverageUtilization', averageValue: 'AverageValue', value: 'Value' } as const;
const TYPES = { averageUtilization: 'Utilization', averageValue: 'AverageValue', value: 'Value' } as const;
type Value = keyof typeof VALUES;

const SOURCES = ['object', 'pods', 'resource', 'containerResource', 'external'] as const;
type Source = (typeof SOURCES)[number];

/** A metric of v2 as v1 has it. // as API server v1.34 pkg/apis/autoscaling/v1/conversion.go */
export function metricInV1(metric: Metric, word: Word): Metric {
  return converted(metric, (source, given) => {
    const { name, container, metric: identity, describedObject } = given;
    const { name: metricName, selector } = objectOf(identity);
    const values = objectOf(ownField(given, word));
    const said = Object.entries(VALUES).map(([value, suffix]) => [
      nameInV1(source, word, { value, suffix }),
      ownField(values, value),
    ]);
    return present({
      target: describedObject,
      name,
      container,
      metricName,
      [source === 'external' ? 'metricSelector' : 'selector']: selector,
      ...(Object.fromEntries(said) as Metric),
    });
  });
}

/** A metric of v1 as v2 has it. */
export function metricFromV1(metric: Metric, word: Word): Metric {
  return converted(metric, (source, given) => {
    const { name, container, metricName, selector, metricSelector, target } = given;
    const values = present(
      Object.fromEntries(
        Object.entries(VALUES).map(([value, suffix]) => [
          value,
          ownField(given, nameInV1(source, word, { value, suffix })),
        ]),
      ),
    );
    const type = (Object.keys(TYPES) as Value[]).find((value) => value in values);
    return present({
      describedObject: target,
      name,
      container,
      metric:
        metricName === undefined ? undefined : present({ name: metricName, selector: selector ?? metricSelector }),
      [word]: { ...(word === 'target' && type !== undefined && { type: TYPES[type] }), ...values },
    });
  });
}

/** The average of an object is called what it is. */
function nameInV1(
  source: Source,
  word: Word,
  { value, suffix }: { readonly value: string; readonly suffix: string },
): string {
  return source === 'object' && value === 'averageValue' ? value : `${word}${suffix}`;
}

function converted(metric: Metric, convert: (source: Source, given: Metric) => Metric): Metric {
  const { type } = metric;
  const found = SOURCES.flatMap((source) => {
    const given = ownField(metric, source);
    return isJsonObject(given) ? [[source, convert(source, given)] as const] : [];
  });
  return { type, ...Object.fromEntries(found) };
}

function objectOf(value: unknown): Metric {
  return isJsonObject(value) ? value : {};
}

/** Without what is not there. */
export function present(fields: Metric): Metric {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));
}
