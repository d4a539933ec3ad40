import type { ReactNode } from 'react';
import { findingsInWords, type Findings } from './findings-in-words.js';

/** What is said of manifests beside what becomes of their pods; nothing where there is nothing to say. */
export function FindingsSaid({ findings }: { readonly findings: Findings | null | undefined }): ReactNode {
  const lines = findings ? findingsInWords(findings) : [];
  if (lines.length === 0) return null;
  return (
    <section className="card">
      <h2>Said of the manifests</h2>
      <ul aria-label="Said of the manifests">
        {lines.map((line, index) => (
          <li key={index}>{line}</li>
        ))}
      </ul>
    </section>
  );
}
