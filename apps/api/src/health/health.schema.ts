import { z } from 'zod';

export const healthText = z.string().meta({ id: 'Health', description: '`ok`, or a line a check.' });
