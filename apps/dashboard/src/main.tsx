import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queries } from './api/index.js';
import { router } from './frame/router.js';
import { applyTheme, theme } from './frame/theme.js';

applyTheme(theme.value);

const place = document.getElementById('page');
if (place === null) throw new Error('index.html has no #page');
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
