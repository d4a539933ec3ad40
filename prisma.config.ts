import { defineConfig } from 'prisma/config';

/** Read by the Prisma command line only; the service gets its URL from apps/api/src/boot/config.ts. */
export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env['DATABASE_URL'] ?? 'postgresql://berth@127.0.0.1:5432/berth' },
});
