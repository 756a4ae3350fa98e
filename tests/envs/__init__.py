"""Environments: PettingZoo's and Gymnasium's own tests, and ours."""
