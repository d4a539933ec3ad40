import { Operations } from '../../ground/operation/index.js';
import { listClusterReports, listReports, readReport, readTeamReport } from './reports.operations.js';

@Operations([listReports, listClusterReports, readReport, readTeamReport])
export class ReportsModule {}
