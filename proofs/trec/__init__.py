"""Files of relevance judgements and of runs, as trec_eval reads them."""
