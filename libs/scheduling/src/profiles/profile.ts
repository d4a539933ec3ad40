import type { ProfileRef } from '#audit';
import type { IgnoredField, Profile } from '#scheduler';
import type { IdempotentRequest, WriteConditions } from '#requests';
import type { MappedName } from './policy-mapping.js';

/** The code that decides: versions of profiles are those of one engine. */
export interface EngineRef {
  /** Over its compiled source, hexadecimal. */
  readonly digest: string;
  /** Of the package it came with; null where it was not recorded. */
  readonly version: string | null;
}

/** One version of a profile. It is never changed and never removed: decisions name it. */
export interface ProfileVersion extends ProfileRef {
  readonly config: {
    /** As it was given: one entry of `profiles:` of a KubeSchedulerConfiguration, or a legacy Policy. */
    readonly source: object;
    /** Merged with the defaults. */
    readonly effective: unknown;
  };
  /** What of the source changes nothing here. */
  readonly ignored: readonly IgnoredField[];
  /** What the names of a Policy became; null where the source is none. */
  readonly mapping: readonly MappedName[] | null;
  readonly createdAt: string;
  /** The engine that decides by it; null in versions that were stored before that was noted. */
  readonly engine: EngineRef | null;
}

/** A profile that serves new runs, in its present version. */
export interface ServedProfile extends ProfileVersion {
  /** Position of its last change in the cluster's log; `0` for the default profile that was never changed. */
  readonly resourceVersion: string;
  /**
   * When and by whom it was made what it is; null for the default profile that was never changed, and where the log
   * that says it is not the cluster's: a fork's origin has it.
   */
  readonly changedAt: string | null;
  readonly changedBy: string | null;
}

/** A profile that can decide, and what it is known by once a run used it. */
export interface ResolvedProfile {
  readonly profile: Profile;
  readonly digest: Uint8Array;
  /** As it was given: what a later call by name reads again. */
  readonly source: object;
  readonly ignored: readonly IgnoredField[];
}

/** What comes with a write of a profile. */
export interface ProfileWriteOptions {
  /** Do everything and keep nothing. */
  readonly dryRun?: boolean;
  readonly idempotency?: IdempotentRequest;
  /** On the profile, by its resourceVersion. */
  readonly conditions?: WriteConditions;
  /**
   * The field of the input that the profile or configuration stands in, for messages; absent
   * where it is the whole input.
   */
  readonly field?: string | undefined;
}
