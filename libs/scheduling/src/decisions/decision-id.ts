const DECISION_ID = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.(0|[1-9][0-9]{0,8})$/i;

/** The parts of a decision's id, `<run>.<ordinal>`; undefined for anything else. */
export function readDecisionId(id: string): { readonly run: string; readonly ordinal: number } | undefined {
  const [, run, ordinal] = DECISION_ID.exec(id) ?? [];
  return run === undefined || ordinal === undefined ? undefined : { run: run.toLowerCase(), ordinal: Number(ordinal) };
}
