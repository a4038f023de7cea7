"""Programs under judgement: what a function computes, asked on all small inputs."""
