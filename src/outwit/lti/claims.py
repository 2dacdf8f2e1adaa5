"""The names that LTI 1.3 gives to claims, scopes and roles."""

from __future__ import annotations

LTI = "https://purl.imsglobal.org/spec/lti/claim/"
MESSAGE_TYPE, VERSION, DEPLOYMENT = f"{LTI}message_type", f"{LTI}version", f"{LTI}deployment_id"
RESOURCE, CONTEXT, ROLES = f"{LTI}resource_link", f"{LTI}context", f"{LTI}roles"
TARGET = f"{LTI}target_link_uri"
GRADES = "https://purl.imsglobal.org/spec/lti-ags/claim/endpoint"
NAMES = "https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice"

AGS = "https://purl.imsglobal.org/spec/lti-ags/scope/"
LINE_ITEM, SCORE = f"{AGS}lineitem", f"{AGS}score"
ROSTER = "https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly"

LAUNCH, VERSION_1_3 = "LtiResourceLinkRequest", "1.3.0"
# Roles in a course; sub-roles such as a teaching assistant's have the part after the sign #.
MEMBERSHIP = "http://purl.imsglobal.org/vocab/lis/v2/membership"
INSTRUCTOR, LEARNER = "Instructor", "Learner"


def has_role(roles: object, role: str) -> bool:
    """Tell whether one of the roles in a claim is a role in a course.

    >>> has_role(["http://purl.imsglobal.org/vocab/lis/v2/membership#Learner"], LEARNER)
    True
    >>> has_role(["http://purl.imsglobal.org/vocab/lis/v2/institution/person#Learner"], LEARNER)
    False
    """
    if not isinstance(roles, list):
        return False
    known = (role, f"{MEMBERSHIP}#{role}")
    below = f"{MEMBERSHIP}/{role}#"
    return any(
        isinstance(each, str) and (each in known or each.startswith(below)) for each in roles
    )
